/** Where a page shows the place of delivery. */
export const location = {
  first_line: ['#glow-ingress-line1', '#glow-ingress-single-line'],
  second_line: ['#glow-ingress-line2'],
  /** Repeated outside of the header. */
  buybox: ['#contextualIngressPtLabel_deliveryShortLine'],
}
