import { DuckDBInstance } from '@duckdb/node-api';
import type { QueryObject } from '@powerset/contract';
import { dialectByName, splitStatements } from '@powerset/sql';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { QueryError } from '../errors.ts';
import { planQuery } from '../plan/index.ts';
import { sampleDataset, sampleInput } from '../plan/sample-dataset.ts';
import { createTemplateRenderer, type TemplateInput, type TemplateScope } from './index.ts';

const scope: TemplateScope = {
  user: { id: 3, username: "o'neil", email: null, roles: ['Alpha'] },
  urlParams: { region: "it's", number: '42', evil: '1 OR 1=1 --', year: '2024' },
  parameters: { table: 'orders' },
  findMetric: (key) => (key === 'total' ? 'SUM(amount)' : undefined),
};

function renderer(query: QueryObject = {}, rest: Partial<TemplateInput> = {}) {
  const bounds = { since: new Date('2024-01-01T00:00:00Z'), until: null };
  return createTemplateRenderer({
    query,
    bounds,
    clock: { now: new Date('2024-03-12T00:00:00Z') },
    dialect: dialectByName('duckdb'),
    scope,
    ...rest,
  });
}

const render = (text: string, query: QueryObject = {}) => renderer(query).render(text);
const filters: QueryObject = {
  filters: [
    { col: 'region', op: 'IN', val: ["it's", 'north'] },
    { col: 'amount', op: '>', val: 5 },
  ],
};

describe('templates', () => {
  it.each<[string, string]>([
    ['select 1', 'select 1'],
    ['select * from {{ table }}', 'select * from orders'],
    ["x = '{{ url_param('region') }}'", "x = 'it''s'"],
    ["x = {{ url_param('region') }}", "x = 'it''s'"],
    ["x = {{ url_param('number') }}", 'x = 42'],
    ["x = {{ url_param('evil') }}", "x = '1 OR 1=1 --'"],
    ["x = {{ url_param('gone', 'd') }}", "x = 'd'"],
    ["x = {{ url_param('gone') }}", 'x = NULL'],
    ["from orders_{{ url_param('year') }}", 'from orders_2024'],
    ["{% set r = url_param('evil') %}x = {{ r | upper }}", "x = '1 OR 1=1 --'"],
    ["{% if url_param('year') == '2024' %}a{% else %}b{% endif %}", 'a'],
    ["by = '{{ current_username() }}' and {{ current_user_id() }} = 3", "by = 'o''neil' and 3 = 3"],
    ["region IN {{ filter_values('region') | where_in }}", "region IN ('it''s', 'north')"],
    ["region IN ('{{ filter_values('region') | join(\"','\") }}')", "region IN ('it''s','north')"],
    ["region IN ({{ filter_values('region') | join(', ') }})", "region IN ('it''s', 'north')"],
    ["{% for r in filter_values('region') %}[{{ r }}]{% endfor %}", "['it''s']['north']"],
    ["{% for f in get_filters('amount') %}{{ f.op }}{{ f.val }}{% endfor %}", "'>'5"],
    ["{{ filter_values('gone') | where_in }}", '()'],
    ["ts >= '{{ from_dttm }}'", "ts >= '2024-01-01T00:00:00'"],
    ["{{ metric('total') }}", 'SUM(amount)'],
    ["{% macro eq(c, v) %}{{ c }} = {{ v }}{% endmacro %}{{ eq('a', 1) }}", 'a = 1'],
    ['{% for i in range(3) %}{{ i }}{% endfor %}', '012'],
    ["{{ ['a', 'b'] | join('-') }}", 'a-b'],
    ['{# nothing #}1', '1'],
  ])('renders %j', (text, expected) => {
    expect(render(text, filters)).toBe(expected);
  });

  it('writes what it is told for a list of nothing', () => {
    const text = "region IN {{ filter_values('gone') | where_in }}";
    expect(renderer({}, { emptyList: '(NULL)' }).render(text)).toBe('region IN (NULL)');
    expect(renderer({}, { emptyList: '(NULL)' }).render("{{ filter_values('gone') | where_in(true) }}")).not.toContain(
      '(',
    );
  });

  it('quotes the columns of the query as names', () => {
    expect(render('select {{ columns | join(", ") }}', { columns: ['region', 'a"b; drop'] })).toBe(
      'select "region", "a""b; drop"',
    );
  });

  it('tells what the text depends on', () => {
    const { render: run, trace } = renderer(filters);
    run(
      "{{ url_param('year') }} {{ current_user_id() }} {{ cache_key_wrapper('k') }} {{ filter_values('region', remove_filter=True) | where_in }}",
    );
    expect([...trace.cacheKeyParts]).toEqual(['url:year:"2024"', 'user_id:3', 'key:"k"']);
    expect([...trace.removedFilters]).toEqual(['region']);
    expect([...trace.appliedFilters]).toEqual(['region']);
  });

  it.each([
    ['{{ nobody }}', 'MISSING_TEMPLATE_PARAMS_ERROR', 'The parameter "nobody" in your query is undefined.'],
    ['{{ broken', 'INVALID_TEMPLATE_PARAMS_ERROR', 'malformed template parameters'],
    ['{{ nothing() }}', 'INVALID_TEMPLATE_PARAMS_ERROR', 'malformed template parameters'],
    ["{{ metric('gone') }}", 'INVALID_TEMPLATE_PARAMS_ERROR', 'Metric "gone" was not found'],
    ["a_{{ url_param('evil') }}", 'INVALID_TEMPLATE_PARAMS_ERROR', 'cannot be bound safely'],
    ["$${{ url_param('evil') }}$$", 'INVALID_TEMPLATE_PARAMS_ERROR', 'cannot be bound safely'],
    ['{% for i in range(1000000000) %}{% endfor %}', 'INVALID_TEMPLATE_PARAMS_ERROR', 'too long or grows too large'],
    [
      '{% for i in range(9999) %}{% for j in range(9999) %}{{ j }}{% endfor %}{% endfor %}',
      'INVALID_TEMPLATE_PARAMS_ERROR',
      'too long',
    ],
    ["{{ ''.constructor.constructor('return process')() }}", 'INVALID_TEMPLATE_PARAMS_ERROR', 'malformed'],
  ])('refuses %j', (text, code, message) => {
    expect(() => render(text)).toThrow(QueryError);
    expect(() => render(text)).toThrow(expect.objectContaining({ code, message: expect.stringContaining(message) }));
  });
});

describe('values in templates', () => {
  let instance: DuckDBInstance;
  beforeAll(async () => {
    instance = await DuckDBInstance.create(':memory:');
  });
  afterAll(() => instance.closeSync());

  it('come back exactly wherever they stand, whatever they are', async () => {
    const connection = await instance.connect();
    const pieces = fc.constantFrom(
      "'",
      '"',
      '\\',
      '--',
      '/*',
      '*/',
      ';',
      '\ue000',
      '0',
      '\ue001',
      '\n',
      'OR 1=1',
      '{{',
      '}}',
      'é',
      ')',
    );
    const values = fc.oneof(
      fc.string(),
      fc.array(pieces).map((parts) => parts.join('')),
    );
    const templates = [
      "SELECT '{{ url_param('v') }}'",
      "SELECT CAST({{ url_param('v') }} AS VARCHAR)",
      "{% set v = url_param('v') %}SELECT '{{ v }}'",
      "{% macro show(x) %}'{{ x }}'{% endmacro %}SELECT {{ show(url_param('v')) }}",
      "{% set q %}SELECT '{{ url_param('v') }}'{% endset %}{{ q }}",
      "{% for v in filter_values('c') %}SELECT '{{ v }}'{% endfor %}",
      "SELECT v FROM (VALUES {{ filter_values('c') | where_in }}) t(v)",
      "SELECT E'{{ url_param('v') }}'",
    ];
    await fc.assert(
      fc.asyncProperty(values, fc.constantFrom(...templates), async (text, template) => {
        const value = text.replaceAll('\u0000', '');
        const query: QueryObject = { filters: [{ col: 'c', op: 'IN', val: [value] }] };
        const sql = renderer(query, { scope: { ...scope, urlParams: { v: value } } }).render(template);
        expect(splitStatements(sql, dialectByName('duckdb').lexRules)).toHaveLength(1);
        expect((await connection.runAndReadAll(sql)).getRowsJson()).toEqual([[value]]);
      }),
      { numRuns: 500 },
    );
    connection.closeSync();
  });
});

describe('values that look like the marks of templates', () => {
  it.each([
    ["SELECT '{{ url_param('v') }}'", "SELECT '\ue0000\ue001'"],
    [
      "SELECT v FROM (VALUES {{ filter_values('c') | where_in }}) t(v)",
      "SELECT v FROM (VALUES ('\ue0000\ue001')) t(v)",
    ],
  ])('are text in %s', (template, sql) => {
    const value = '\ue0000\ue001';
    const query: QueryObject = { filters: [{ col: 'c', op: 'IN', val: [value] }] };
    expect(renderer(query, { scope: { ...scope, urlParams: { v: value } } }).render(template)).toBe(sql);
  });
});

describe('plans with templates', () => {
  const dataset = {
    ...sampleDataset,
    sql: "select * from orders where region in {{ filter_values('region', remove_filter=True) | where_in }}",
    rowLevelClauses: ["owner = '{{ current_username() }}'"],
  };

  it('render the dataset, leave removed filters out, and tell cache keys', () => {
    const query: QueryObject = { metrics: ['count'], filters: [{ col: 'region', op: 'IN', val: ['north'] }] };
    const plan = planQuery(sampleInput(query, { dataset, templates: scope }));
    expect(plan.sql).toBe(
      "SELECT COUNT(*) AS \"count\"\nFROM (\nselect * from orders where region in ('north')\n) AS \"virtual_table\"\nWHERE (owner = 'o''neil')\nLIMIT 50000",
    );
    expect(plan.cacheKeyParts).toEqual(['username:"o\'neil"']);
    expect(plan.appliedTemplateFilters).toEqual(['region']);
  });

  it('leave templates alone when they are off', () => {
    expect(
      planQuery(sampleInput({ metrics: ['count'] }, { dataset: { ...sampleDataset, sql: "select '{{ x }}'" } })).sql,
    ).toContain("'{{ x }}'");
  });
});
