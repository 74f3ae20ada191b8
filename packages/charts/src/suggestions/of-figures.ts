import { msg } from '@powerset/chart-kit';
import { namesOf, type Propose } from './proposal.ts';
import { countOf, nameOf, type Roles, sumOf } from './roles.ts';

const total: Propose = (roles) => {
  if (roles.hasChosenCategories) return null;
  return {
    score: roles.isSingleFigure ? 99 : 60,
    reason: { text: msg('{{metric}} as one large number.'), values: namesOf(roles) },
    fields: { metric: roles.figures[0].metric },
  };
};

/** Numbers alone have nothing to be grouped by. */
const isBare = ({ categories, time }: Roles) => categories.length === 0 && time === null;

const histogram: Propose = (roles) => {
  const [column] = roles.quantities;
  if (!column || roles.hasChosenCategories || roles.isSingleFigure) return null;
  return {
    score: isBare(roles) ? 93 : 58,
    reason: {
      text: msg('Counts how often values of {{column}} are low, middle or high.'),
      values: { column: nameOf(column) },
    },
    fields: { column: column.name, groupby: [] },
  };
};

const points: Propose = (roles) => {
  const [x, y] = roles.quantities;
  if (!x || !y || roles.hasChosenCategories || roles.hasChosenFigures) return null;
  return {
    score: isBare(roles) ? 96 : 54,
    reason: {
      text: msg('Points show whether {{y}} goes with {{x}}.'),
      values: { x: nameOf(x), y: nameOf(y) },
    },
    fields: { x_axis: x.name, metrics: [sumOf(y, 'AVG').metric], groupby: [] },
  };
};

const bubbles: Propose = (roles) => {
  const { figures, categories, hasChosenFigures } = roles;
  const [category] = categories;
  const [x, y, size = countOf(roles)] = figures;
  if (!category || !y || !hasChosenFigures) return null;
  return {
    score: figures.length > 3 ? 60 : 95,
    reason: {
      text: msg('A point for each {{category}} shows whether {{metric}} and {{second}} go together.'),
      values: namesOf(roles),
    },
    fields: { entity: category.name, x: x.metric, y: y.metric, size: size.metric },
  };
};

const boxes: Propose = (roles) => {
  const { figures, categories, time, quantities } = roles;
  const [category] = categories;
  if (!category || !time || quantities.length === 0) return null;
  return {
    score: 52,
    reason: {
      text: msg('Boxes show how widely {{metric}} spreads over {{time}} in each {{category}}.'),
      values: namesOf(roles),
    },
    fields: { columns: [time.name], groupby: [category.name], metrics: [figures[0].metric] },
  };
};

const table: Propose = (roles) => {
  const { figures, categories, hasChosenCategories, hasChosenFigures } = roles;
  const [category] = categories;
  const groups = hasChosenCategories ? categories : [category].filter((one) => one !== undefined);
  return {
    score: hasChosenCategories && (categories.length > 2 || figures.length > 3) ? 92 : 47,
    reason: {
      text: msg('Every figure to be read and sorted.'),
    },
    fields: {
      query_mode: 'aggregate',
      groupby: groups.map(({ name }) => name),
      metrics: (hasChosenFigures ? figures : figures.slice(0, 3)).map(({ metric }) => metric),
    },
  };
};

/** What is about figures themselves. */
export const proposalsOfFigures: Readonly<Record<string, Propose>> = {
  big_number_total: total,
  histogram_v2: histogram,
  echarts_timeseries_scatter: points,
  bubble_v2: bubbles,
  box_plot: boxes,
  table,
};
