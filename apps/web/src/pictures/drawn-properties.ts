const sides = ['top', 'right', 'bottom', 'left'];
const corners = ['top-left', 'top-right', 'bottom-right', 'bottom-left'];

/**
 * The properties by which an element looks as it does. Browsers know four hundred, and reading all of them of each
 * element is most of the time that a picture takes.
 */
export const drawnProperties: readonly string[] = [
  ...sides,
  ...sides.flatMap((side) => [`margin-${side}`, `padding-${side}`]),
  ...sides.flatMap((side) => ['width', 'style', 'color'].map((part) => `border-${side}-${part}`)),
  ...corners.map((corner) => `border-${corner}-radius`),
  ...['width', 'height', 'min-width', 'min-height', 'max-width', 'max-height', 'aspect-ratio', 'box-sizing'],
  ...['display', 'position', 'z-index', 'float', 'clear', 'visibility', 'opacity', 'overflow-x', 'overflow-y'],
  ...['color', 'fill', 'fill-opacity', 'stroke', 'stroke-width', 'stroke-opacity', 'stroke-dasharray'],
  ...['stroke-linecap', 'stroke-linejoin', 'text-anchor', 'dominant-baseline'],
  ...['background-color', 'background-image', 'background-repeat', 'background-size', 'background-clip'],
  ...['background-origin', 'background-position-x', 'background-position-y', 'box-shadow', 'clip-path', 'filter'],
  ...['transform', 'transform-origin', 'rotate', 'scale', 'translate', 'mix-blend-mode'],
  ...['font-family', 'font-size', 'font-weight', 'font-style', 'font-stretch', 'font-feature-settings'],
  ...['font-variant-numeric', 'font-variant-caps', 'letter-spacing', 'word-spacing', 'line-height', 'tab-size'],
  ...['text-align', 'text-decoration-line', 'text-decoration-style', 'text-decoration-color', 'text-indent'],
  ...['text-overflow', 'text-shadow', 'text-transform', 'text-underline-offset', 'white-space-collapse'],
  ...['text-wrap-mode', 'white-space', 'word-break', 'overflow-wrap', 'hyphens', 'vertical-align'],
  ...['direction', 'unicode-bidi', 'writing-mode', 'list-style-type', 'list-style-position'],
  ...['-webkit-line-clamp', '-webkit-box-orient', 'border-collapse', 'border-spacing', 'table-layout', 'caption-side'],
  ...['flex-direction', 'flex-wrap', 'flex-grow', 'flex-shrink', 'flex-basis', 'order', 'row-gap', 'column-gap'],
  ...['align-items', 'align-self', 'align-content', 'justify-items', 'justify-self', 'justify-content'],
  ...['grid-template-columns', 'grid-template-rows', 'grid-template-areas', 'grid-auto-flow', 'grid-auto-columns'],
  ...['grid-auto-rows', 'grid-column-start', 'grid-column-end', 'grid-row-start', 'grid-row-end'],
  ...['object-fit', 'object-position'],
];
