import Type, { type Static } from 'typebox';
import type { Operations, Wire } from '../endpoints.ts';
import { empty, Message, raw, resultOf } from './answers.ts';
import { anyObject } from './any-object.ts';
import { nullable } from './fields.ts';
import { IdParams, QParameter } from './lists.ts';

/** Whatever it is: of a thumbnail another one leads to the right one, and of a picture nobody has it. */
const digest = Type.String({ minLength: 1, maxLength: 200 });
const PictureParams = Type.Object({ id: Type.String(), digest });
/** In which theme a small picture is drawn, and in which language. */
export const smallPictureLook = {
  theme: Type.Union([Type.Literal('light'), Type.Literal('dark')]),
  locale: Type.String({ pattern: '^[A-Za-z]{2,3}([-_][A-Za-z0-9]{2,8})?$' }),
};

/** Who names no language is answered in the one that the browser asks for. */
const LanguageQuery = Type.Object({ locale: Type.Optional(smallPictureLook.locale) });
const PictureQuery = Type.Object({
  theme: Type.Optional(smallPictureLook.theme),
  locale: Type.Optional(smallPictureLook.locale),
});
const DownloadQuery = Type.Object({
  download_format: Type.Optional(Type.Union([Type.Literal('png'), Type.Literal('pdf')])),
  locale: Type.Optional(smallPictureLook.locale),
});

/** How large a picture is asked for: `window_size` is what is drawn, `thumb_size` what is sent, in px. */
export const ScreenshotSizes = Type.Object({
  force: Type.Optional(Type.Boolean()),
  window_size: Type.Optional(Type.Tuple([Type.Integer(), Type.Integer()])),
  thumb_size: Type.Optional(Type.Tuple([Type.Integer(), Type.Integer()])),
});
export type ScreenshotSizes = Static<typeof ScreenshotSizes>;

/** In which state a dashboard is drawn. */
export const DashboardScreenshotBody = Type.Object(
  {
    activeTabs: Type.Optional(Type.Array(Type.String({ maxLength: 200 }), { maxItems: 200 })),
    anchor: Type.Optional(Type.Union([Type.String({ maxLength: 200 }), Type.Null()])),
    dataMask: Type.Optional(anyObject),
    urlParams: Type.Optional(
      Type.Array(Type.Array(Type.String({ maxLength: 2000 }), { maxItems: 2 }), { maxItems: 100 }),
    ),
  },
  { additionalProperties: false },
);
export type DashboardScreenshotBody = Static<typeof DashboardScreenshotBody>;

const shared = {
  cache_key: Type.String(),
  image_url: Type.String(),
  task_status: Type.String(),
  task_updated_at: Type.String(),
};
const WireChartScreenshot = Type.Object({ ...shared, chart_url: Type.String() });
const WireDashboardScreenshot = Type.Object({ ...shared, dashboard_url: Type.String() });
export type WireChartScreenshot = Wire<typeof WireChartScreenshot>;
export type WireDashboardScreenshot = Wire<typeof WireDashboardScreenshot>;

/** In which state of its filters and tabs a dashboard is put into a file, and how it looks there. */
export const OfflineFileBody = Type.Object(
  {
    dataMask: Type.Optional(anyObject),
    activeTabs: Type.Optional(Type.Array(Type.String({ maxLength: 200 }), { maxItems: 200 })),
    theme: Type.Optional(smallPictureLook.theme),
    locale: Type.Optional(smallPictureLook.locale),
  },
  { additionalProperties: false },
);
export type OfflineFileBody = Static<typeof OfflineFileBody>;

/** A chart that is not saved: its form, with its type and its dataset. */
export const DraftPictureBody = Type.Object(
  {
    form_data: Type.Object(
      {
        viz_type: Type.String({ minLength: 1, maxLength: 250 }),
        datasource: Type.String({ pattern: '^\\d{1,15}__table$' }),
      },
      { additionalProperties: true },
    ),
    ...smallPictureLook,
  },
  { additionalProperties: false },
);
export type DraftPictureBody = Static<typeof DraftPictureBody>;

/** What a chart says above all: a text of sentences, which whoever shows it translates. */
const WireSummary = Type.Object({
  /** A number between U+E000 and U+E001 stands for the word at that place; values of words may hold such numbers too. */
  text: Type.String(),
  words: Type.Array(Type.Object({ text: Type.String(), values: Type.Record(Type.String(), Type.String()) })),
});

/** A small picture of a chart, and why there is none. */
export const WireSmallPicture = Type.Object({
  state: Type.Union([
    Type.Literal('drawn'),
    /** There is nothing to draw. */
    Type.Literal('empty'),
    /** The query failed, or the chart could not be drawn. */
    Type.Literal('failed'),
    /** The database took longer than a small picture is worth. */
    Type.Literal('slow'),
  ]),
  /** A PNG as the address of an image (`data:`). */
  image: nullable(Type.String()),
  summary: nullable(WireSummary),
});
export type WireSmallPicture = Wire<typeof WireSmallPicture>;

const image = raw('image/png', 'The picture');
const moved = empty('To the address of the object as it is now');
const later = Message;
const ofChart = { verb: 'can_read', view: 'Chart' } as const;
const ofDashboard = { verb: 'can_read', view: 'Dashboard' } as const;

export const pictureOperations = {
  chartThumbnail: {
    id: 'chart.thumbnail',
    summary: 'A small picture of a chart, drawn from rows that are at hand; asked again later where none are',
    tag: 'Charts',
    access: ofChart,
    params: PictureParams,
    query: PictureQuery,
    answers: { 200: image, 202: later, 302: moved },
    errors: [422, 499],
  },
  cacheChartScreenshot: {
    id: 'chart.cache_screenshot',
    summary: 'Names the address of a picture of a chart in a size',
    tag: 'Charts',
    access: ofChart,
    params: IdParams,
    query: QParameter,
    answers: { 202: WireChartScreenshot },
  },
  chartScreenshot: {
    id: 'chart.screenshot',
    summary: 'A picture of a chart in the size that was asked for',
    tag: 'Charts',
    access: ofChart,
    params: PictureParams,
    query: LanguageQuery,
    answers: { 200: image },
    errors: [422, 499],
  },
  draft: {
    id: 'chart.draft_picture',
    summary: 'A small picture of a chart that is not saved, drawn from its own rows within bounds of rows and time',
    tag: 'Charts',
    access: ofChart,
    body: DraftPictureBody,
    answers: { 200: resultOf(WireSmallPicture) },
    errors: [404, 499],
  },
  dashboardThumbnail: {
    id: 'dashboard.thumbnail',
    summary: 'A small picture of a dashboard, drawn from rows that are at hand; asked again later where none are',
    tag: 'Dashboards',
    access: ofDashboard,
    params: PictureParams,
    query: PictureQuery,
    answers: { 200: image, 202: later, 302: moved },
    errors: [422, 499],
  },
  cacheDashboardScreenshot: {
    id: 'dashboard.cache_dashboard_screenshot',
    summary: 'Names the address of a picture of a dashboard in a state of its filters and tabs',
    tag: 'Dashboards',
    access: ofDashboard,
    params: IdParams,
    body: DashboardScreenshotBody,
    answers: { 202: WireDashboardScreenshot },
  },
  offlineFile: {
    id: 'dashboard.offline_file',
    isForReading: true,
    summary: 'A dashboard as one HTML file that needs no server, and whose filters work on the rows in it',
    tag: 'Dashboards',
    access: { verb: 'can_csv', view: 'Superset' },
    params: IdParams,
    body: OfflineFileBody,
    answers: { 200: raw('text/html', 'The file') },
    errors: [404, 422, 499],
  },
  dashboardScreenshot: {
    id: 'dashboard.screenshot',
    summary: 'A picture of a dashboard, as an image or a document',
    tag: 'Dashboards',
    access: ofDashboard,
    params: PictureParams,
    query: DownloadQuery,
    answers: { 200: image },
    otherForms: [raw('application/pdf', 'The dashboard on one page')],
    errors: [422, 499],
  },
} as const satisfies Operations;
