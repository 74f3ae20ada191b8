import { msg } from '@powerset/chart-kit';
import { isFew, namesOf, type Propose } from './proposal.ts';
import { nameOf, type Roles } from './roles.ts';

const dayMs = 86_400_000;
/** Up to which span, in days, a grain gives points enough for a course and not more than a small picture tells apart. */
const grains = [
  [3, 'PT1H'],
  [120, 'P1D'],
  [730, 'P1W'],
  [3650, 'P1M'],
  [Number.POSITIVE_INFINITY, 'P1Y'],
] as const;

/** To what the times are cut, where it is known how far they reach; whoever has begun a chart has his own grain. */
function grainFields({ time, hasChosenFigures, hasChosenCategories }: Roles) {
  if (time?.spanMs === undefined || hasChosenFigures || hasChosenCategories) return {};
  const days = time.spanMs / dayMs;
  return { time_grain_sqla: grains.find(([most]) => days <= most)?.[1] };
}

/** One line for each figure, or for each value of a category that somebody chose. */
function seriesFields(roles: Roles) {
  const { time, figures, hasChosenFigures, hasChosenCategories, categories } = roles;
  const [category] = hasChosenCategories ? categories : [];
  const shown = hasChosenFigures && !category ? figures : figures.slice(0, 1);
  return {
    x_axis: time?.name,
    ...grainFields(roles),
    metrics: shown.map(({ metric }) => metric),
    groupby: category ? [category.name] : [],
  };
}

/** What was chosen to be compared by category is first of all not about time. */
const wish = ({ isTimeWanted }: Roles) => (isTimeWanted ? 0 : 40);

const line: Propose = (roles) =>
  roles.time && {
    score: 97 - wish(roles),
    reason: roles.hasChosenCategories
      ? {
          text: msg('A line for each {{category}} shows how {{metric}} moves over {{time}}.'),
          values: namesOf(roles),
        }
      : { text: msg('A line shows how {{metric}} moves over {{time}}.'), values: namesOf(roles) },
    fields: seriesFields(roles),
  };

const area: Propose = (roles) => {
  const { time, categories, hasChosenCategories } = roles;
  const [category] = categories;
  if (!time || !category || (!isFew(category) && !hasChosenCategories)) return null;
  return {
    score: (hasChosenCategories ? 86 : 55) - wish(roles),
    reason: {
      text: msg('Stacked areas show what each {{category}} adds to {{metric}} over {{time}}.'),
      values: namesOf(roles),
    },
    fields: { ...seriesFields({ ...roles, hasChosenCategories: true }), stack: 'Stack' },
  };
};

const trend: Propose = (roles) => {
  const { time, figures, hasChosenCategories } = roles;
  if (!time || hasChosenCategories) return null;
  return {
    score: figures.length > 1 && roles.hasChosenFigures ? 50 : 80,
    reason: { text: msg('The latest {{metric}} as one number, with its way there.'), values: namesOf(roles) },
    fields: { x_axis: time.name, ...grainFields(roles), metric: figures[0].metric },
  };
};

const calendar: Propose = (roles) =>
  roles.time && !roles.hasChosenCategories
    ? {
        score: 45,
        reason: { text: msg('A calendar shows weekdays and seasons in {{metric}}.'), values: namesOf(roles) },
        fields: { granularity_sqla: roles.time.name, metrics: [roles.figures[0].metric] },
      }
    : null;

const mixed: Propose = (roles) => {
  const { time, figures, hasChosenFigures, hasChosenCategories } = roles;
  const [first, second] = figures;
  if (!time || !second || !hasChosenFigures || hasChosenCategories) return null;
  return {
    score: 84,
    reason: {
      text: msg('Two axes show {{metric}} and {{second}} over {{time}}, whatever their sizes.'),
      values: namesOf(roles),
    },
    fields: { x_axis: time.name, ...grainFields(roles), metrics: [first.metric], metrics_b: [second.metric] },
  };
};

const gantt: Propose = (roles) => {
  const { span, categories } = roles;
  const [category] = categories;
  if (!span || !category) return null;
  return {
    score: 98,
    reason: {
      text: msg('Bars from {{start}} to {{end}} show what runs when.'),
      values: { start: nameOf(span.start), end: nameOf(span.end) },
    },
    fields: { start_time: span.start.name, end_time: span.end.name, y_axis: category.name },
  };
};

/** What is about time. */
export const proposalsOverTime: Readonly<Record<string, Propose>> = {
  echarts_timeseries_line: line,
  echarts_area: area,
  big_number: trend,
  cal_heatmap: calendar,
  mixed_timeseries: mixed,
  gantt_chart: gantt,
};
