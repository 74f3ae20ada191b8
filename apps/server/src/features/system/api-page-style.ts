/**
 * Dresses the browser of the API in the product's own colours and letters, which the help's style brings (`/help/help.css`). The
 * page's id stands before each rule, so that it holds over those of the browser in either theme.
 */
export const apiPageStyle = `
html.dark-mode, html.dark-mode body { background: var(--ground); }
header { justify-content: space-between; }
header .brand span, header .back { display: inline; }
#api { padding-bottom: 48px; }
#api .swagger-ui { background: none; }
#api .swagger-ui :is(table, th, td) { border: 0; }
#api .swagger-ui, #api .swagger-ui :is(h1, h2, h3, h4, h5, p, label, table, th, td, button, select, input, textarea, .opblock-tag, .opblock-summary-description, .opblock-description-wrapper, .response-col_status, .response-col_links, .tab li, .markdown, .renderedMarkdown, .parameter__name, .btn, .title) {
  font-family: var(--font), var(--script-fonts);
  color: var(--text);
}
#api .swagger-ui :is(code, pre, textarea, .opblock-summary-path, .opblock-summary-path__deprecated, .opblock-summary-method, .parameter__type, .parameter__in, .microlight) {
  font-family: var(--mono);
}
#api .swagger-ui .wrapper { max-width: 1128px; padding: 0 24px; }
#api .swagger-ui .info { margin: 24px 0 16px; }
#api .swagger-ui .info .title { font-size: 20px; line-height: 28px; font-weight: 600; }
/* Words in code are taller than their lines: on narrow screens they would cover the line above. */
#api .swagger-ui .info .renderedMarkdown p { font-size: 13px; line-height: 1.8; margin: 8px 0 0; color: var(--text-2); }
#api .swagger-ui .renderedMarkdown code { padding: 2px 5px; border-radius: var(--r-small); background: var(--fill); color: var(--text); font-size: 12px; }
#api .swagger-ui .info .title > span { display: inline-flex; gap: 6px; margin-inline-start: 8px; vertical-align: middle; }
#api .swagger-ui .info .title small { position: static; margin: 0; padding: 2px 6px; border-radius: var(--r-small); background: var(--fill); line-height: 16px; }
#api .swagger-ui .info .title small pre { margin: 0; padding: 0; border: 0; background: none; color: var(--text-2); font-size: 11px; }
#api .swagger-ui .info a, #api .swagger-ui .info .link, #api .swagger-ui .info .link .url { color: var(--accent-text); font-size: 12px; }
#api .swagger-ui .scheme-container { margin: 0; padding: 0; background: none; box-shadow: none; }
#api .swagger-ui .scheme-container .schemes { justify-content: flex-start; }
#api .swagger-ui .auth-wrapper { justify-content: flex-start; }
#api .swagger-ui .btn { min-height: 32px; transition: none; padding: 4px 12px; border: 1px solid var(--border-strong); border-radius: var(--r-control); background: var(--card); box-shadow: none; color: var(--text); font-size: 13px; font-weight: 500; }
#api .swagger-ui .btn:not(.execute, .modal-btn.authorize):hover { background: var(--hover); }
#api .swagger-ui .btn.execute, #api .swagger-ui .btn.modal-btn.authorize { background: var(--accent); border-color: var(--accent); color: var(--on-accent); }
#api .swagger-ui .btn.cancel { color: var(--danger); }
#api .swagger-ui .btn.authorize { display: inline-flex; align-items: center; line-height: 20px; }
#api .swagger-ui .btn.authorize span { padding: 0; float: none; margin-right: 8px; color: inherit; }
#api .swagger-ui :is(.btn.authorize svg, .authorization__btn svg, .expand-operation svg, .opblock-control-arrow svg, .close-modal svg, .models svg) { fill: currentColor; }
#api .swagger-ui .filter .operation-filter-input { width: min(100%, 360px); height: 32px; margin: 20px 0 8px; padding: 0 10px; font-size: 13px; }
#api .swagger-ui :is(input[type='text'], input[type='password'], input[type='search'], input[type='email'], input[type='file'], select, textarea) { border: 1px solid var(--border-strong); border-radius: var(--r-control); background: var(--card); box-shadow: none; color: var(--text); }
#api .swagger-ui :is(input, textarea)::placeholder { color: var(--text-3); opacity: 1; }
#api .swagger-ui :is(input, select, textarea):focus { outline: 2px solid var(--accent); outline-offset: 0; }
#api .swagger-ui .opblock-tag { padding: 8px 4px; border-bottom: 1px solid var(--border); font-size: 16px; line-height: 24px; font-weight: 600; }
#api .swagger-ui .opblock-tag:hover { background: var(--hover); }
#api .swagger-ui .opblock-tag-section.is-open .opblock-tag { margin-bottom: 8px; }
#api .swagger-ui .opblock { margin: 0 0 8px; border: 1px solid var(--border); border-radius: var(--r-card); background: var(--card); box-shadow: none; overflow: hidden; }
#api .swagger-ui .opblock .opblock-summary { padding: 4px 8px; border-color: var(--border); }
#api .swagger-ui .opblock .opblock-summary-method { min-width: 64px; padding: 4px 0; border-radius: var(--r-small); font-size: 11px; font-weight: 600; text-shadow: none; background: var(--fill); color: var(--text-2); }
#api .swagger-ui .opblock.opblock-get .opblock-summary-method { background: var(--info-subtle); color: var(--info); }
#api .swagger-ui .opblock.opblock-post .opblock-summary-method { background: var(--success-subtle); color: var(--success); }
#api .swagger-ui .opblock.opblock-put .opblock-summary-method { background: var(--warning-subtle); color: var(--warning); }
#api .swagger-ui .opblock.opblock-delete .opblock-summary-method { background: var(--danger-subtle); color: var(--danger); }
#api .swagger-ui .opblock .opblock-summary-path { font-size: 12px; font-weight: 500; color: var(--text); }
#api .swagger-ui .opblock .opblock-summary-path a { color: inherit; text-decoration: none; }
#api .swagger-ui .opblock .opblock-summary-description { font-size: 12px; color: var(--text-2); }
#api .swagger-ui .opblock .opblock-section-header { min-height: 44px; padding: 4px 16px; background: var(--sunken); box-shadow: none; }
#api .swagger-ui .opblock .opblock-section-header h4 { font-size: 13px; font-weight: 600; }
#api .swagger-ui :is(table thead tr td, table thead tr th) { border-bottom: 1px solid var(--border); color: var(--text-2); font-size: 12px; font-weight: 500; }
#api .swagger-ui :is(.parameter__type, .parameter__in, .parameter__deprecated, .prop-type, .prop-format, .response-col_links, .opblock-description-wrapper p, .opblock-external-docs-wrapper p, .markdown p) { color: var(--text-2); font-size: 12px; }
#api .swagger-ui .parameter__name { font-size: 13px; font-weight: 500; }
#api .swagger-ui .parameter__name.required::after, #api .swagger-ui .parameter__name.required span { color: var(--danger); }
#api .swagger-ui .tab li { font-size: 12px; }
#api .swagger-ui .tab li button.tablinks { color: inherit; }
#api .swagger-ui :is(.highlight-code > .microlight, .opblock-body pre.microlight, .responses-inner pre, .curl-command pre, .example pre) { border: 1px solid var(--border); border-radius: var(--r-control); background: var(--sunken) !important; color: var(--text) !important; font-size: 12px; font-weight: 400; }
#api .swagger-ui :is(.highlight-code > .microlight, .opblock-body pre.microlight, .curl-command pre) :is(span, code) { color: var(--text) !important; }
#api .swagger-ui .download-contents { border: 1px solid var(--border-strong); background: var(--fill); color: var(--text); font-size: 12px; }
/* Its picture is white. */
#api .swagger-ui .copy-to-clipboard { background: var(--accent); }
#api .swagger-ui section.models { border: 1px solid var(--border); border-radius: var(--r-card); background: var(--card); }
#api .swagger-ui section.models.is-open h4 { border-color: var(--border); }
#api .swagger-ui :is(.model-container, .model-box) { background: var(--sunken); }
#api .swagger-ui :is(.model, .model-title, .json-schema-2020-12__title, .json-schema-2020-12-keyword) { color: var(--text); font-family: var(--mono); font-size: 12px; }
#api .swagger-ui .dialog-ux .modal-ux { border: 1px solid var(--border); border-radius: var(--r-card); background: var(--raised); box-shadow: var(--shadow-modal); }
#api .swagger-ui .dialog-ux .modal-ux-header { border-color: var(--border); }
#api .swagger-ui .dialog-ux .modal-ux-content :is(p, h4, label, code) { color: var(--text); }
#api .swagger-ui .dialog-ux .backdrop-ux { background: var(--scrim); }
#api .swagger-ui .loading-container .loading::after { color: var(--text-2); }
@media (max-width: 599px) {
  #api .swagger-ui .wrapper { padding: 0 12px; }
  #api .swagger-ui .responses-inner { padding: 8px; }
  #api .swagger-ui .response-col_status { min-width: 48px; width: 48px; }
  #api .swagger-ui .btn, #api .swagger-ui .filter .operation-filter-input { min-height: 40px; }
  #api .swagger-ui .filter .operation-filter-input { font-size: 16px; }
}
`;
