import { controlsOf, lightChartTheme, tableFromRows } from '@powerset/chart-kit';
import { type ComponentType, createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { type ControlCases, faultsOf } from '../control-effects.ts';
import { drawModel, toModelContext } from '../shared/draw-chart.ts';
import type { ChartViewProps } from '../shared/view-props.ts';
import { bounds } from './bounds.ts';
import { chart } from './index.ts';
import { runTemplate } from './run-template.ts';
import { cleanDeclarations, scopeCss } from './scoped-css.ts';
import { View } from './View.tsx';
import type { Written } from './written.ts';

const form = { viz_type: 'handlebars', query_mode: 'aggregate', groupby: ['city'], metrics: ['revenue'] };
const rows = tableFromRows([
  { city: 'Rome', revenue: 1234.5 },
  { city: '<b>Bonn</b>', revenue: null },
]);

function draw(changes: object, results = [rows]) {
  const context = toModelContext(chart, { form: { ...form, ...changes }, results }, lightChartTheme);
  // Made by this chart's own definition.
  const model = chart.toModel(results, context) as Written;
  const space = { theme: lightChartTheme, width: 400, height: 200 };
  const options = drawModel(chart, model, { context, space });
  const props = { ...space, definition: chart, form: chart.readForm(context.form), model, options, selectedLabels: [] };
  const markup = renderToStaticMarkup(createElement(View as ComponentType<ChartViewProps>, props));
  return { model, context, markup };
}

const value = {
  data: [
    { name: 'a', n: 2, kind: 'x' },
    { name: 'b', n: 0, kind: 'y' },
    { name: 'c', n: 5, kind: 'x' },
  ],
  text: '<i>',
  at: Date.UTC(2026, 2, 1, 14, 5),
  deep: { er: { name: 'd' } },
};
const run = (template: string) => runTemplate(template, value);

describe('a template', () => {
  it.each([
    ['{{text}} {{{text}}} {{&text}}', '&lt;i&gt; <i> <i>'],
    ['{{deep.er.name}}{{deep.[er].name}}{{missing.x}}{{data.length}}{{data.1.name}}', 'dd3b'],
    ['{{! nothing }}{{!-- {{x}} --}}.', '.'],
    ['{{#each data}}{{@index}}{{name}}{{#unless @last}},{{/unless}}{{/each}}', '0a,1b,2c'],
    ['{{#each data as |row i|}}{{i}}{{row.name}}{{/each}}', '0a1b2c'],
    ['{{#each missing}}x{{else}}none{{/each}}', 'none'],
    ['{{#each deep}}{{@key}}={{er}}{{name}} {{/each}}', 'er=d '],
    ['{{#each data}}{{#if n}}{{n}}{{else}}-{{/if}}{{/each}}', '2-5'],
    ['{{#each data}}{{#if n includeZero=true}}{{n}}{{/if}}{{/each}}', '205'],
    ['{{#if (gt data.0.n 1)}}more{{else if text}}text{{/if}}', 'more'],
    ['{{#with deep.er}}{{name}}{{../text}}{{@root.text}}{{/with}}', 'd&lt;i&gt;&lt;i&gt;'],
    ['{{#deep}}{{er.name}}{{/deep}}{{^missing}}no{{/missing}}{{#data}}{{name}}{{/data}}', 'dnoabc'],
    ['{{lookup data.[0] "name"}}{{lookup data 2}}', 'a[object Object]'],
    ['{{#group data by="kind"}}{{value}}:{{#each items}}{{name}}{{/each}} {{/group}}', 'x:ac y:b '],
    ['{{#*inline "one"}}[{{name}}{{mark}}]{{/inline}}{{#each data}}{{> one mark="!"}}{{/each}}', '[a!][b!][c!]'],
    ['{{#each data}}\n  {{name}}\n{{/each}}', '  a\n  b\n  c\n'],
    ['{{~#if text ~}}  x  {{~/if~}}', 'x'],
  ])('%s', (template, written) => {
    expect(run(template)).toBe(written);
  });

  it.each([
    ['{{stringify data.[0]}}', '{&quot;name&quot;:&quot;a&quot;,&quot;n&quot;:2,&quot;kind&quot;:&quot;x&quot;}'],
    [
      '{{formatNumber 1234.5}} {{formatNumber 1234.5 "de-DE"}} {{formatNumber 0.25 format=".1f"}}',
      '1,234.5 1.234,5 0.3',
    ],
    ['{{formatNumber text}} {{formatNumber 5 "no language"}}', '&lt;i&gt; 5'],
    [
      '{{dateFormat at}} {{dateFormat at format="DD.MM.YYYY HH:mm"}} {{dateFormat at format="%Y"}}',
      '2026-03-01 01.03.2026 14:05 2026',
    ],
    ['{{dateFormat at format="[the] D. MMMM"}} {{formatDate "YY" at}} {{dateFormat "x"}}', 'the 1. March 26 x'],
    ['{{#if (and text (not missing))}}{{uppercase "a"}}{{concat "b" 1 true}}{{/if}}', 'Ab1true'],
    ['{{sum 1 2 "3"}} {{division 1 4}} {{difference 1 "x"}} {{ceil 1.2}} {{abs -3}}', '6 0.25  2 3'],
    ['{{#with (parseJson "{\\"a\\":[1,2]}")}}{{join a "/"}}{{last a}}{{/with}}', '1/22'],
    ['{{eq 1 1}}{{eq 1 "1"}}{{eqw 1 "1"}} {{gte "b" "a"}} {{includes (parseJson "[1]") 1}}', 'truetrue true true'],
    [
      '{{substring "abcdef" 1 3}}{{excerpt "abcdef" 2}}{{capitalizeEach "one two"}}{{coalesce missing "z"}}',
      'bcab...One Twoz',
    ],
  ])('%s', (template, written) => {
    expect(run(template)).toBe(written);
  });

  it('reaches nothing but own members of its data', () => {
    const secrets =
      '{{constructor}}{{data.constructor}}{{text.constructor.name}}{{__proto__}}{{deep.toString}}{{lookup this "constructor"}}';
    expect(run(secrets)).toBe('');
    expect(runTemplate('{{f}}', { f: () => 'called' })).toBe('');
  });

  it.each(['{{#each data}}', '{{unknown 1}}', '{{> none}}', '{{#if}', '{{#* other}}{{/other}}{{> other}}'])(
    '%s is refused',
    (template) => {
      const { model, context } = draw({ handlebarsTemplate: template });
      expect(model.fault).not.toBeNull();
      expect(chart.undrawnOf?.(model, context.form)).toMatchObject({
        isAll: true,
        title: { text: 'The template could not be run' },
      });
    },
  );

  it.each([
    ['repeats too much', `${'{{#each @root.data}}'.repeat(14)}${'{{/each}}'.repeat(14)}`, 'steps'],
    ['writes too much', `${'{{#each @root.data}}'.repeat(8)}${'x'.repeat(200)}${'{{/each}}'.repeat(8)}`, 'output'],
    ['calls itself', '{{#*inline "a"}}{{> a}}{{/inline}}{{> a}}', 'depth'],
    ['nests too deep', `${'{{#if text}}'.repeat(60)}x${'{{/if}}'.repeat(60)}`, 'depth'],
    ['nests so deep that it cannot be read', '{{#a}}'.repeat(3_000), 'depth'],
    ['calls helpers in helpers', `{{abs ${'(abs '.repeat(500)}1${')'.repeat(500)}}}`, 'depth'],
    ['is too long', 'x'.repeat(bounds.templateLength + 1), 'length'],
  ])('that %s ends with a message', (_, template, kind) => {
    expect(() => run(template)).toThrow(kind);
  });
});

describe('what a template wrote', () => {
  it('is Markdown with HTML in it, however it is indented', () => {
    const { markup } = draw({
      handlebarsTemplate:
        '# {{data.length}} cities\n\n<div>\n\n      <p class="one">{{data.0.city}}</p>\n\n</div>\n\n| a |\n|---|\n| b |',
    });
    expect(markup).toContain('<h1>2 cities</h1>');
    expect(markup).toContain('<p class="one">Rome</p>');
    expect(markup).toContain('<td>b</td>');
  });

  it('shows values as texts, and runs nothing', () => {
    const { markup } = draw({
      handlebarsTemplate:
        '<p onclick="x()">{{data.1.city}}</p><script>x()</script><iframe src="https://a.b"></iframe><a href="javascript:x()">l</a><form><input></form><style>* { color: red }</style><img src="http://a.b/c.png" alt="d">',
    });
    expect(markup).toContain('&lt;b&gt;Bonn&lt;/b&gt;');
    expect(markup).not.toMatch(/onclick|<script|<iframe|javascript|<form|<input|<style|<img/);
  });

  it('keeps styles that stay within', () => {
    const { markup } = draw({
      handlebarsTemplate: '<p style="color: teal; position: fixed; background: url(x)">{{data.length}}</p>',
    });
    expect(markup).toContain('<p style="color:teal">2</p>');
  });

  it('is drawn with the CSS of its author, in its own frame alone', () => {
    const { markup } = draw({ styleTemplate: '.a { color: red }', handlebarsTemplate: 'x' });
    expect(markup).toMatch(/<style>\[data-written=[^\]]*\] \.a \{ color: red \}<\/style>/);
  });
});

describe('CSS of a chart', () => {
  const scoped = (css: string) => scopeCss(css, '.s').replace(/\s+/g, ' ').trim();

  it.each([
    ['a, b > c { color: red }', '.s a, .s b > c { color: red }'],
    [':root { --x: 1px } body p { x: y }', '.s * { --x: 1px } .s p { x: y }'],
    ['~ .other, + p { a: b }', '.s .other, .s p { a: b }'],
    ['@media (width > 1px) { a { b: c } }', '@media (width > 1px) { .s a { b: c } }'],
    ['@keyframes k { from { a: b } to { a: c; background: url(x) } }', '@keyframes k { from { a: b } to { a: c } }'],
    ['@import "x"; @charset "y"; @font-face { src: url(x) } a { b: c }', '.s a { b: c }'],
    ['a { b: c } } * { display: none }', '.s a { b: c } .s * { display: none }'],
    ['/* a { */ p { content: "}"; c: d }', '.s p { content: "}"; c: d }'],
    ['a:is(b, c) { d: e }', '.s a:is(b, c) { d: e }'],
    ['a { content: "\\2713"; b: c\\20 d }', '.s a { content: "\\2713" }'],
    ['</style><script> { a: b }', ''],
    ['a { b: </style> }', '.s a { }'],
  ])('%s', (css, expected) => {
    expect(scoped(css)).toBe(expected);
  });

  it('fetches nothing and stands above nothing', () => {
    const all =
      'background: url(https://x); background: URL ("x"); list-style: image-set("x" 1x); position: fixed; color: red';
    expect(cleanDeclarations(all)).toBe('color: red');
    expect(cleanDeclarations("font: 'x; color: red")).toBe('');
  });

  it('is cut where it would hold up the page', () => {
    expect(scopeCss('a{b:c}'.repeat(20_000), '.s').length).toBeLessThan(20_000);
  });
});

const cases: ControlCases = {
  definition: chart,
  view: View as ComponentType<ChartViewProps>,
  form,
  results: [rows],
  cases: {
    query_mode: { to: 'raw', form: { all_columns: ['city'] }, choices: ['aggregate', 'raw'] },
    groupby: { to: ['kind'], hiddenBy: { query_mode: 'raw' } },
    metrics: { to: ['orders'], hiddenBy: { query_mode: 'raw' } },
    all_columns: { to: ['kind'], form: { query_mode: 'raw' }, hiddenBy: {} },
    percent_metrics: { to: ['orders'], hiddenBy: { query_mode: 'raw' } },
    timeseries_limit_metric: { to: 'orders', hiddenBy: { query_mode: 'raw' } },
    order_by_cols: { to: ['["age",false]'], form: { query_mode: 'raw', all_columns: ['age'] }, hiddenBy: {} },
    order_desc: { to: false, form: { timeseries_limit_metric: 'orders' }, hiddenBy: {} },
    row_limit: { to: 50 },
    include_time: { to: true, form: { granularity_sqla: 'at' }, hiddenBy: { query_mode: 'raw' } },
    show_totals: { to: true, hiddenBy: { query_mode: 'raw' } },
    adhoc_filters: {
      to: [{ clause: 'WHERE', expressionType: 'SIMPLE', subject: 'city', operator: '==', comparator: 'Rome' }],
    },
    handlebarsTemplate: { to: '{{data.length}}' },
    styleTemplate: { to: 'p { color: red }' },
  },
};

describe('the controls of a template', () => {
  it('have a case each', () => {
    expect(Object.keys(cases.cases).sort()).toEqual(
      controlsOf(chart)
        .map(({ name }) => name)
        .sort(),
    );
  });

  it.each(Object.keys(cases.cases))('%s does what it is there for', (name) => {
    expect(faultsOf(cases, name)).toEqual([]);
  });

  it('ask for grouped rows as a table does, and for plain ones', () => {
    expect(chart.toQueries({ ...form, percent_metrics: ['orders'] })).toMatchObject([
      {
        columns: ['city'],
        metrics: ['revenue', 'orders'],
        orderby: [['revenue', false]],
        post_processing: [{ operation: 'contribution' }],
      },
    ]);
    expect(chart.toQueries({ ...form, query_mode: 'raw', all_columns: ['city'] })).toMatchObject([
      { columns: ['city'], metrics: null },
    ]);
    expect(chart.isEmpty?.(draw({}, []).model)).toBe(true);
  });
});
