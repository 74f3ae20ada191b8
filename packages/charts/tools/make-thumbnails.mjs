// Draws src/<chart>/thumbnail.svg from each chart type's first example: ECharts charts by ECharts itself, without a browser;
// tables and figures as small pictures of their own options.
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const package_ = join(dirname(fileURLToPath(import.meta.url)), '..');
const width = 240;
const height = 140;
const inset = 12;

const scratch = mkdtempSync(join(package_, 'thumbnails-'));
const bundle = join(scratch, 'charts.mjs');
await build({
  stdin: {
    contents: `
      export { chartDefinitions } from './src/definitions.ts';
      export { chartExamples } from './src/examples.ts';
      export { drawModel, toModelContext } from './src/shared/draw-chart.ts';
      export { darkChartTheme } from '@powerset/chart-kit';
      export { readMap } from './src/shared/map-topology.ts';
      export { completeForm, lightChartTheme } from '@powerset/chart-kit';
      export { mapColors } from './src/shared/base-map.ts';
      export { toShapes } from './src/shared/maps/map-shapes.ts';
      export { projector } from './src/shared/maps/mercator.ts';
      export { readWorld } from './src/shared/maps/world.ts';
      export { drawSpark } from './src/shared/spark-path.ts';
      export { compareGroups } from './src/paired-ttest/comparisons.ts';
    `,
    resolveDir: package_,
  },
  bundle: true,
  format: 'esm',
  platform: 'node',
  outfile: bundle,
  logLevel: 'error',
  banner: { js: '' },
});
const {
  chartDefinitions,
  chartExamples,
  drawModel,
  projector,
  readWorld,
  toModelContext,
  darkChartTheme: dark,
  readMap,
  completeForm,
  mapColors,
  toShapes,
  drawSpark,
  compareGroups,
  lightChartTheme: theme,
} = await import(pathToFileURL(bundle).href);
rmSync(scratch, { recursive: true });
const require = createRequire(import.meta.url);
const echarts = require('echarts');
let land;

const escapeXml = (text) =>
  String(text).replace(/[&<>"]/g, (char) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[char]);
/** What the interface's dark theme colours otherwise, where a picture uses it. */
const darkRules = [
  ...['text', 'textTertiary', 'cellBar', 'grid'].map((name) => ['fill', name]),
  ...['grid', 'axis', 'card'].map((name) => ['stroke', name]),
].map(([property, name]) => `[${property}="${theme[name]}"]{${property}:${dark[name]}}`);
const frame = (content) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="Inter, system-ui, sans-serif" font-size="11"><style>@media (prefers-color-scheme:dark){${darkRules.join('')}}</style>${content}</svg>\n`;

function echartsSvg(option) {
  const chart = echarts.init(null, null, {
    renderer: 'svg',
    ssr: true,
    width: width - 2 * inset,
    height: height - 2 * inset,
  });
  // Names need more room than a thumbnail has; the shapes are what is recognised.
  const series = [option.series]
    .flat()
    .map((entry) => ({ ...entry, animation: false, markArea: undefined, endLabel: { show: false } }));
  chart.setOption({
    ...option,
    animation: false,
    series,
    legend: { show: false },
    grid: { left: 2, right: 6, top: 6, bottom: 2 },
    xAxis: plain(option.xAxis),
    yAxis: plain(option.yAxis),
  });
  const svg = chart.renderToSVGString();
  chart.dispose();
  const body = svg
    // The drawing library leaves the quotes of a font's name in an attribute, where they end it; a picture has no such font.
    .replaceAll('"Inter Variable", ', '')
    // Nobody hovers over a picture.
    .replaceAll(/<style[^>]*>\s*<!\[CDATA\[[\s\S]*?\]\]>\s*<\/style>\s*/g, '')
    .replaceAll(/ class="zr[^"]*"/g, '')
    .replace(/^<svg[^>]*>/, '')
    .replace(/<\/svg>\s*$/, '')
    .replace(/<rect width="\d+" height="\d+" x="0" y="0"[^>]*><\/rect>/, '');
  return frame(`<g transform="translate(${inset} ${inset})">${body}</g>`);
}

const plain = (axis) => (Array.isArray(axis) ? axis.map(plainAxis) : plainAxis(axis));

const plainAxis = (axis) => axis && { ...axis, axisLabel: { show: false }, axisTick: { show: false }, name: undefined };

function tableSvg(options) {
  const columns = options.columns.slice(0, 3);
  const cell = (width - 2 * inset) / columns.length;
  const rows = Array.from({ length: 5 }, (_, row) => row).filter((row) => row < columns[0].column.values.length);
  const head = columns
    .map((drawn, index) =>
      text(drawn.column.label, {
        x: inset + index * cell,
        y: 24,
        width: cell,
        align: drawn.align,
        color: theme.textTertiary,
      }),
    )
    .join('');
  const body = rows
    .map((row) =>
      columns
        .map((drawn, index) => tableCell(drawn, { row, x: inset + index * cell, y: 34 + row * 20, width: cell }))
        .join(''),
    )
    .join('');
  return frame(head + body);
}

function tableCell(drawn, { row, x, y, width: size }) {
  const value = drawn.column.values[row];
  const bar = drawn.barOf(value);
  const rect = bar
    ? `<rect x="${x + 3}" y="${y + 3}" width="${((size - 6) * bar.size).toFixed(1)}" height="14" fill="${bar.color}"/>`
    : '';
  const line = `<path d="M${x} ${y}h${size}" stroke="${theme.grid}"/>`;
  return line + rect + text(drawn.format(value), { x, y: y + 14, width: size, align: drawn.align, color: theme.text });
}

function text(content, { x, y, width: size, align, color, isStrong = false, fontSize = 11 }) {
  const fitting = Math.max(3, Math.floor((size - 6) / (fontSize * 0.58)));
  const cut = String(content).length > fitting ? `${String(content).slice(0, fitting - 1)}…` : String(content);
  const isRight = align === 'right';
  return `<text x="${isRight ? x + size - 5 : x + 2}" y="${y}" text-anchor="${isRight ? 'end' : 'start'}" fill="${color}" font-size="${fontSize}"${isStrong ? ' font-weight="600"' : ''}>${escapeXml(cut)}</text>`;
}

function pivotSvg(model, options) {
  const leaves = (nodes) => nodes.flatMap((node) => (node.children.length > 0 ? leaves(node.children) : [node]));
  const columns = leaves(model.columns.nodes).slice(0, 3);
  const rows = leaves(model.rows.nodes).slice(0, 4);
  const cell = (width - 2 * inset - 60) / columns.length;
  const at = (index) => inset + 60 + index * cell;
  const head = columns
    .map((column, index) =>
      text(column.label, { x: at(index), y: 26, width: cell, align: 'right', color: theme.textTertiary }),
    )
    .join('');
  const body = rows.map((row, line) => {
    const y = 36 + line * 22;
    const cells = columns.map((column, index) =>
      text(options.format(model.figureAt(row.path, column.path), undefined), {
        x: at(index),
        y: y + 15,
        width: cell,
        align: 'right',
        color: theme.text,
      }),
    );
    return `<path d="M${inset} ${y}h${width - 2 * inset}" stroke="${theme.grid}"/>${text(row.label, { x: inset, y: y + 15, width: 62, color: theme.text })}${cells.join('')}`;
  });
  return frame(head + body.join(''));
}

/** Rows of texts, the first of them heads; a cell may be a small line instead. */
function rowsSvg(rows) {
  const [heads = []] = rows;
  const cell = (width - 2 * inset) / heads.length;
  const lines = rows.slice(0, 5).map((cells, line) => {
    const y = 24 + line * 24;
    const rule = line === 0 ? '' : `<path d="M${inset} ${y - 17}h${width - 2 * inset}" stroke="${theme.grid}"/>`;
    const drawn = cells.map((content, column) => {
      const x = inset + column * cell;
      if (content.path)
        return `<path transform="translate(${x} ${y - 14})" d="${content.path}" fill="none" stroke="${content.color}" stroke-width="1.5"/>`;
      return text(content, {
        x,
        y,
        width: cell,
        align: column === 0 ? 'left' : 'right',
        color: line === 0 ? theme.textTertiary : theme.text,
      });
    });
    return rule + drawn.join('');
  });
  return frame(lines.join(''));
}

function timeTableSvg(options) {
  const sparkWidth = (width - 2 * inset) / 3 - 16;
  const cellOf = (cell) =>
    cell.spark
      ? {
          path: drawSpark(cell.spark.points, { width: sparkWidth, height: 18, bounds: [null, null] }).path,
          color: options.color,
        }
      : cell.text;
  return rowsSvg([
    ['Metric', ...options.columns.slice(0, 2).map(({ label }) => label)],
    ...options.rows.map(({ row, cells }) => [row.name, ...cells.slice(0, 2).map(cellOf)]),
  ]);
}

/** What the type is about: words between double braces. */
function templateSvg() {
  const lines = ['<h2>{{city}}</h2>', '{{#each data}}', '  <li>{{product}}</li>', '{{/each}}'];
  return frame(
    lines
      .map((line, at) =>
        text(line, {
          x: inset + (line.startsWith(' ') ? 16 : 0),
          y: 40 + at * 24,
          width: width - 2 * inset,
          color: line.includes('#') || line.includes('/each') ? theme.textTertiary : theme.text,
          fontSize: 13,
        }),
      )
      .join(''),
  );
}

function ttestSvg(model, options) {
  const [test] = model.tests;
  const compared = compareGroups(test, { control: '', level: options.level });
  const liftOf = ({ lift }) => (lift === null ? '–' : `${lift < 0 ? '−' : '+'}${Math.abs(lift * 100).toFixed(1)} %`);
  const pOf = ({ p }) => (p === null ? '–' : p.toFixed(3));
  return rowsSvg([['Group', 'Lift', 'p-value'], ...compared.map((one) => [one.group.label, liftOf(one), pOf(one)])]);
}

function figureSvg(figure, options) {
  const big = text(figure, {
    x: inset,
    y: options.spark ? 48 : 78,
    width: width,
    color: theme.text,
    isStrong: true,
    fontSize: options.spark ? 30 : 40,
  });
  const spark = options.spark;
  const scale = spark ? (width - 2 * inset) / spark.width : 1;
  const line = spark
    ? `<g transform="translate(${inset} ${height - inset - 56}) scale(${scale.toFixed(3)} ${(56 / spark.height).toFixed(3)})"><path d="${spark.area}" fill="${spark.color}" opacity=".1"/><path d="${spark.line}" fill="none" stroke="${spark.color}" stroke-width="1.5" vector-effect="non-scaling-stroke"/></g>`
    : text('in the last quarter', { x: inset, y: 98, width, color: theme.textTertiary, fontSize: 13 });
  return frame(big + line);
}

function mapsOf(definition, form) {
  const names = definition.mapsOf?.(completeForm(definition, form)) ?? [];
  const read = (name) => readMap(JSON.parse(readFileSync(join(package_, 'maps', `${name}.json`), 'utf8')));
  return Object.fromEntries(names.map((name) => [name, coarsen(read(name))]));
}

/** At the size of a thumbnail coasts are a few points. */
function coarsen({ areas }) {
  const places = areas.flatMap(({ polygons }) => polygons.flat(2));
  const step = Math.min(...[0, 1].map((axis) => spreadOf(places.map((place) => place[axis])))) / 55;
  return {
    areas: areas.map((area) => ({
      ...area,
      polygons: area.polygons
        .map((rings) => rings.map((ring) => coarseRing(ring, step)).filter((ring) => ring.length > 3))
        .filter(([outer = []]) => outer.length > 3),
    })),
  };
}

function spreadOf(values) {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.floor(sorted.length * 0.98)] - sorted[Math.floor(sorted.length * 0.02)];
}

function coarseRing(ring, step) {
  let [lastX, lastY] = [Infinity, Infinity];
  return ring.filter(([x, y]) => {
    if (Math.hypot(x - lastX, y - lastY) < step) return false;
    [lastX, lastY] = [x, y];
    return true;
  });
}

/** Places of a map are in small units, of which whole ones are enough; what a pointer would change is left out. */
const plainPaths = (svg) =>
  svg
    .replaceAll(/ (ecmeta_\w+|class|stroke-width|stroke)="[^"]*"/g, '')
    .replace(/<style[\s\S]*?<\/style>/, '')
    .replaceAll(
      / d="([^"]*)"/g,
      (_, path) => ` d="${path.replaceAll(/-?\d+\.?\d*/g, (number) => Math.round(Number(number)))}"`,
    )
    .replaceAll(/ transform="matrix\(([^)]*)\)"/g, (_, parts) => ` transform="matrix(${parts.split(',').map(short)})"`)
    .replace('<g clip-path', '<g stroke="#fff" stroke-width="2" clip-path')
    .replaceAll(/\n+/g, '\n');

const short = (number) => Math.round(Number(number) * 1000) / 1000;

/** Without its legend, whose words nobody could read. */
const mapSvg = (option) => onGround(plainPaths(echartsSvg({ ...option, graphic: [] })));

/** Land beneath marks, which is nearly white at its own size, is told from the card. */
function onGround(svg) {
  const land = `fill="${mapColors(theme).land}"`;
  return svg.includes(land) ? svg.replaceAll(land, `fill="${theme.grid}"`).replace('<g ', `${mapDark}<g `) : svg;
}

const isNear = ([x, y]) => x > -width && x < 2 * width && y > -height && y < 2 * height;

/** The ground of maps in the dark, as the interface has it. */
const mapDark = `<style>@media (prefers-color-scheme:dark){${[
  `[stroke="${theme.grid}"]{stroke:${dark.grid}}`,
  `[stroke="${theme.axis}"]{stroke:${dark.axis}}`,
  `[stroke="${theme.card}"]{stroke:${dark.card}}`,
  `[fill="${theme.grid}"]{fill:${dark.card}}`,
  `[fill="${theme.card}"]{fill:${dark.border}}`,
].join('')}}</style>`;

/** The land around the marks, and the marks as the still drawing has them. */
function groundSvg({ picture }) {
  const size = { width, height };
  const place = projector(picture.view, size);
  land ??= readWorld(require('world-atlas/countries-110m.json')).land.geometry.coordinates;
  const ground = land
    .map(([ring]) => [...new Set(ring.map(([x, y]) => place(x, y).map(Math.round).join(' ')))])
    .filter((ring) => ring.length > 5 && ring.some((at) => isNear(at.split(' '))))
    .map((ring) => `M${ring.join('L')}z`)
    .join('');
  const marks = toShapes(picture, { ...size, theme })
    .slice(0, 160)
    .map(({ d, fill = 'none', stroke, width: line, text: words }) => {
      const edge = stroke ? ` stroke="${stroke}" stroke-width="${line}"` : '';
      const label = words
        ? `<text x="${words.x.toFixed(0)}" y="${(words.y + 4).toFixed(0)}" text-anchor="middle" font-size="11" fill="#fff">${escapeXml(words.label)}</text>`
        : '';
      return `<path d="${d}" fill="${fill}"${edge}/>${label}`;
    })
    .join('');
  return frame(
    `${mapDark}<rect width="${width}" height="${height}" fill="${theme.grid}"/><path d="${ground}" fill="${theme.card}" stroke="${theme.axis}" stroke-width=".5"/>${marks}`,
  );
}

const plainForm = { show_legend: false, show_labels: false };
/** Small charts without a ground of their own, with room between them. */
const stampForm = {
  chart_width: 25,
  chart_height: 25,
  chart_background_color: { r: 255, g: 255, b: 255, a: 0 },
};

function draw(definition) {
  const example = chartExamples[definition.key][0];
  const context = toModelContext(
    definition,
    {
      ...example,
      maps: mapsOf(definition, example.form),
      form: { ...example.form, ...plainForm, ...(definition.key === 'cartodiagram' ? stampForm : {}) },
    },
    theme,
  );
  const model = definition.toModel(example.results, context);
  const options = drawModel(definition, model, {
    context,
    space: { theme, width: width - 2 * inset, height: height - 2 * inset },
  });
  if (options.option) return definition.mapsOf ? mapSvg(options.option) : echartsSvg(options.option);
  if (options.picture) return groundSvg(options);
  if (definition.key === 'pivot_table_v2') return pivotSvg(model, options);
  if (definition.key === 'time_table') return timeTableSvg(options);
  if (definition.key === 'paired_ttest') return ttestSvg(model, options);
  if (definition.key === 'handlebars') return templateSvg();
  return options.columns ? tableSvg(options) : figureSvg(model.text ?? options.text, options);
}

const folderOf = (key) =>
  readdirSync(join(package_, 'src')).find(
    (folder) => folder === key.replaceAll('_', '-') && existsSync(join(package_, 'src', folder, 'index.ts')),
  );
for (const definition of chartDefinitions) {
  const folder = folderOf(definition.key);
  if (!folder) throw new Error(`No folder for ${definition.key}`);
  writeFileSync(join(package_, 'src', folder, 'thumbnail.svg'), draw(definition));
}
