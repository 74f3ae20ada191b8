/**
 * TEMPLATES IN SQL THAT PEOPLE WRITE. In: a script with gaps, its parameters, who asks. Out: SQL, or an error that names
 * what is missing. What is rendered has still to be analysed and authorised.
 */
export { type FilledTemplate, fillTemplate } from './fill-template.ts';
export { type RenderServices, renderForNobody, renderSql, type TemplateQuestion, templateScope } from './render-sql.ts';
