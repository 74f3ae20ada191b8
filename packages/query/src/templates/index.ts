/**
 * Templates in SQL (Jinja): macros of the query and of whoever asks, in an interpreter without a way to the host.
 * In: text, the query, the scope. Out: SQL text in which everything that came from whoever asks is bound (escaped inside
 * quotes, a literal elsewhere), and what the text depended on.
 */
export type { TemplateQuery, TemplateScope, TemplateTrace } from './macros.ts';
export { findTemplateParameters, type TemplateParameter } from './parameters.ts';
export { createTemplateRenderer, type TemplateInput, type TemplateRenderer } from './render-template.ts';
export { hasTemplate } from './syntax.ts';
