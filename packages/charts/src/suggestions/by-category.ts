import { msg } from '@powerset/chart-kit';
import { isFew, isMany, namesOf, type Propose } from './proposal.ts';
import { nameOf, type Roles } from './roles.ts';

/** Two groups that somebody chose call for both at once. */
const hasTwo = ({ hasChosenCategories, categories }: Roles) => hasChosenCategories && categories.length > 1;

const bar: Propose = (roles) => {
  const [category, other] = roles.categories;
  if (!category) return null;
  const [figure] = roles.figures;
  if (hasTwo(roles) && other)
    return {
      score: 90,
      reason: {
        text: msg('Stacked bars compare {{metric}} by {{category}}, and show the {{other}} in it.'),
        values: namesOf(roles),
      },
      fields: {
        ...{ x_axis: category.name, metrics: [figure.metric], groupby: [other.name] },
        ...{ stack: 'Stack', orientation: 'auto' },
      },
    };
  return {
    score: roles.hasChosenCategories ? 96 : 92,
    reason: {
      text: msg('Sorted bars compare {{metric}} by {{category}} from the largest down.'),
      values: namesOf(roles),
    },
    fields: {
      ...{ x_axis: category.name, metrics: [figure.metric], groupby: [], orientation: 'auto' },
      ...(category.type === 'number' ? {} : { x_axis_sort: figure.label, x_axis_sort_asc: false }),
    },
  };
};

const pie: Propose = (roles) => {
  const [category] = roles.categories;
  if (!category || hasTwo(roles) || !isFew(category)) return null;
  return {
    score: 74,
    reason: {
      text: msg('{{category}} has {{count}} values: few enough to be told apart as parts of a whole.'),
      values: { ...namesOf(roles), count: category.distinct },
    },
    fields: { groupby: [category.name], metric: roles.figures[0].metric },
  };
};

const treemap: Propose = (roles) => {
  const { levels, categories, figures } = roles;
  const [category] = categories;
  if (!category) return null;
  const groups = levels.length > 0 ? levels : categories.slice(0, hasTwo(roles) ? 2 : 1);
  return {
    score: levels.length > 0 ? 82 : 62,
    reason: {
      text: msg('Rectangles show how much of {{metric}} each {{category}} holds, even where there are many.'),
      values: { ...namesOf(roles), category: groups.map(nameOf).join(', ') },
    },
    fields: { groupby: groups.map(({ name }) => name), metric: figures[0].metric },
  };
};

const sunburst: Propose = (roles) => {
  const { levels, figures } = roles;
  if (levels.length === 0) return null;
  return {
    score: 85,
    reason: {
      text: msg('{{levels}} are levels of one hierarchy: rings show {{metric}} from the whole to its parts.'),
      values: { ...namesOf(roles), levels: levels.map(nameOf).join(', ') },
    },
    fields: { columns: levels.map(({ name }) => name), metric: figures[0].metric },
  };
};

const heatmap: Propose = (roles) => {
  const [category, other] = roles.categories;
  if (!category || !other) return null;
  return {
    score: hasTwo(roles) ? 94 : 50,
    reason: {
      text: msg('A cell for each {{category}} and {{other}}: color shows where {{metric}} is high.'),
      values: namesOf(roles),
    },
    fields: { x_axis: category.name, groupby: other.name, metric: roles.figures[0].metric },
  };
};

const pivot: Propose = (roles) => {
  const [category, other] = roles.categories;
  if (!category || !other) return null;
  return {
    score: hasTwo(roles) ? 88 : 48,
    reason: {
      text: msg('Rows of {{category}} and columns of {{other}}, with totals of {{metric}}.'),
      values: namesOf(roles),
    },
    fields: {
      groupbyRows: [category.name],
      groupbyColumns: [other.name],
      metrics: chosenMetrics(roles),
    },
  };
};

const chosenMetrics = ({ figures, hasChosenFigures }: Roles) =>
  (hasChosenFigures ? figures : figures.slice(0, 1)).map(({ metric }) => metric);

const funnel: Propose = (roles) => {
  const { stage, figures } = roles;
  if (!stage) return null;
  return {
    score: 91,
    reason: {
      text: msg('{{stage}} names steps: a funnel shows how many are lost from one to the next.'),
      values: { stage: nameOf(stage) },
    },
    fields: { groupby: [stage.name], metric: figures[0].metric },
  };
};

const words: Propose = (roles) => {
  const [category] = roles.categories;
  if (category?.type !== 'string' || !isMany(category) || hasTwo(roles)) return null;
  return {
    score: 46,
    reason: { text: msg('Many values of {{category}}: the most frequent ones stand out.'), values: namesOf(roles) },
    fields: { series: category.name, metric: roles.figures[0].metric },
  };
};

const radar: Propose = (roles) => {
  const { figures, hasChosenFigures, categories } = roles;
  const [category] = categories;
  if (!hasChosenFigures || figures.length < 3 || !category || !isFew(category)) return null;
  return {
    score: 66,
    reason: {
      text: msg('{{count}} metrics of few {{category}} side by side, as one shape each.'),
      values: { ...namesOf(roles), count: figures.length },
    },
    fields: { groupby: [category.name], metrics: figures.map(({ metric }) => metric) },
  };
};

const parallel: Propose = (roles) => {
  const { figures, hasChosenFigures, categories } = roles;
  const [category] = categories;
  if (!hasChosenFigures || figures.length < 3 || !category) return null;
  return {
    score: 64,
    reason: {
      text: msg('A line through {{count}} metrics for each {{category}} shows which go together.'),
      values: { ...namesOf(roles), count: figures.length },
    },
    fields: { series: category.name, metrics: figures.map(({ metric }) => metric) },
  };
};

/** What compares groups. */
export const proposalsByCategory: Readonly<Record<string, Propose>> = {
  echarts_timeseries_bar: bar,
  pie,
  treemap_v2: treemap,
  sunburst_v2: sunburst,
  heatmap_v2: heatmap,
  pivot_table_v2: pivot,
  funnel,
  word_cloud: words,
  radar,
  para: parallel,
};
