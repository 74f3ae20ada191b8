import type { ChartDataRequest, DraftPictureBody, QueryObject, WireSmallPicture } from '@powerset/contract';
import { getChartDatasource, planFormRequest } from '../../answers/index.ts';
import { drawSmallPicture } from '../../pictures/index.ts';
import { askChart } from './chart-piece.ts';
import type { Look, PictureDeps } from './service.ts';

/** More marks than a small picture has room for; what a chart asks by itself stays as it is, so that its rows are at hand afterwards. */
const mostRows = 10_000;

/** A small picture of a chart that is not saved; whoever may not read its dataset is refused. */
export async function drawDraft(
  deps: PictureDeps,
  look: Omit<Look, 'locale'>,
  body: DraftPictureBody,
): Promise<WireSmallPicture> {
  const { services, pictures } = deps;
  const { user } = look;
  const { form_data: form, theme, locale } = body;
  const request = bounded(planFormRequest(services, form, false));
  await getChartDatasource(services, user, request);
  return drawSmallPicture(
    {
      ...{ pictures, look: { theme, locale }, userId: user.id, now: services.now(), log: services.log },
      ask: async (signal) => ({
        ...(await askChart({ ...deps, user, signal }, { user, request, signal }, form)),
        ...{ form, isPlugin: false },
      }),
    },
    look.signal,
  );
}

const bounded = (request: ChartDataRequest): ChartDataRequest => ({
  ...request,
  queries: request.queries.map(withBound),
});

function withBound(query: QueryObject): QueryObject {
  const isWhole = !query.row_limit && (query.columns ?? []).length === 0 && (query.metrics ?? []).length > 0;
  const rows = query.row_limit || Number.POSITIVE_INFINITY;
  return isWhole || rows <= mostRows ? query : { ...query, row_limit: mostRows };
}
