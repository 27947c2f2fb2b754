/** Parameters that are announced and not served: passing one is answered `not_implemented`, whatever its value. Order: the body's. */
export const ROADMAP_PARAMS = ['render_js', 'screenshot'] as const

export type RoadmapParam = (typeof ROADMAP_PARAMS)[number]
