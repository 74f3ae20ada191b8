import { type ChartExample, tableFromRows } from '@powerset/chart-kit';

const base = { viz_type: 'handlebars', query_mode: 'aggregate', groupby: ['product'], metrics: ['revenue'] };
const products = tableFromRows([
  { product: 'Trail runner GTX', category: 'Footwear', revenue: 148_230.5, change: 0.124 },
  { product: 'Merino crew neck', category: 'Apparel', revenue: 131_910.2, change: 0.089 },
  { product: 'City backpack 22 L', category: 'Accessories', revenue: 118_402.9, change: -0.027 },
  { product: 'Down jacket light', category: 'Apparel', revenue: 104_688, change: null },
]);

export const examples: readonly ChartExample[] = [
  {
    name: 'cards with their own CSS',
    form: {
      ...base,
      handlebarsTemplate: `<div class="cards">
  {{#each data}}
    <div class="card">
      <small>{{category}}</small>
      <strong>{{product}}</strong>
      <span>{{formatNumber revenue format=",.1f"}} €</span>
      {{#if change}}<em class="{{#if (lt change 0)}}down{{else}}up{{/if}}">{{formatNumber change format="+.1%"}}</em>{{else}}<em>no year before</em>{{/if}}
    </div>
  {{/each}}
</div>`,
      styleTemplate: `.cards { display: grid; grid-template-columns: repeat(auto-fill, minmax(150px, 1fr)); gap: 8px; }
.card { display: flex; flex-direction: column; padding: 10px; border: 1px solid var(--border); border-radius: 8px; }
.card small { color: var(--text-3); }
.up { color: var(--success); }
.down { color: var(--danger); }`,
    },
    results: [products],
  },
  {
    name: 'Markdown with a table',
    form: {
      ...base,
      handlebarsTemplate: `## Best sellers

| Product | Revenue |
|---|---:|
{{#each data}}
| {{product}} | {{formatNumber revenue format=",.1f"}} |
{{/each}}

*{{count data}} products* on [our site](https://example.org).`,
    },
    results: [products],
  },
  {
    name: 'groups and totals',
    form: {
      ...base,
      show_totals: true,
      handlebarsTemplate: `{{#group data by="category"}}
<h3>{{value}}</h3>
<ul>{{#each items}}<li>{{product}}: {{formatNumber revenue format=".3s"}}</li>{{/each}}</ul>
{{/group}}
<p><b>All: {{formatNumber totals.revenue format=".4s"}}</b></p>`,
    },
    results: [products, tableFromRows([{ revenue: 503_231.6 }])],
  },
  {
    name: 'the template that everybody starts with',
    form: base,
    results: [
      tableFromRows([
        { product: 'Trail runner GTX', revenue: 148_230 },
        { product: null, revenue: 131_910 },
      ]),
    ],
  },
  {
    name: 'scripts, styles that leave and texts that look like HTML',
    form: {
      ...base,
      handlebarsTemplate: `<script>alert(1)</script><img src="x" onerror="alert(1)" alt="a picture of ours">
<p onclick="alert(1)" style="position: fixed; color: teal; background: url(https://example.org/x)">{{data.0.name}} {{{data.0.name}}} {{data.0.share}}</p>
<a href="javascript:alert(1)">a link without a place</a><iframe src="https://example.org"></iframe>`,
      styleTemplate: '@import "https://example.org/x.css"; body p { color: purple; } } section { display: none }',
    },
    results: [tableFromRows([{ name: '<b>Rome</b> & "Bonn"', share: 5, at: Date.UTC(2026, 2, 1) }])],
  },
  {
    name: 'a template that is not closed',
    form: { ...base, handlebarsTemplate: '{{#each data}}<p>{{product}}</p>' },
    results: [products],
  },
];
