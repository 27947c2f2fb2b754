/** Where a page shows the place of delivery. */
export const location = {
  first_line: ['#glow-ingress-line1', '#glow-ingress-single-line'],
  second_line: ['#glow-ingress-line2'],
  /** Repeated outside of the header. */
  buybox: ['#contextualIngressPtLabel_deliveryShortLine'],
}

/** The same lines in the header, which proves the place of a page. All pages seen from 2018 to 2026 have them there. */
export const header = {
  first_line: [
    '#nav-global-location-slot #glow-ingress-line1',
    '#nav-global-location-slot #glow-ingress-single-line',
    '#navbar #glow-ingress-line1',
    '#navbar #glow-ingress-single-line',
  ],
  second_line: ['#nav-global-location-slot #glow-ingress-line2', '#navbar #glow-ingress-line2'],
}
