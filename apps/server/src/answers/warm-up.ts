import type { WireWarmUp } from '@powerset/contract';
import type { FastifyBaseLogger } from 'fastify';
import { toAppError } from '../http/index.ts';

/** Runs the queries of a chart ahead. A chart that cannot be computed says why; nothing else went wrong. */
export async function warmUp(
  chartId: number,
  run: () => Promise<unknown>,
  log: Pick<FastifyBaseLogger, 'error'>,
): Promise<WireWarmUp> {
  try {
    await run();
    return { chart_id: chartId, viz_error: null, viz_status: 'success' };
  } catch (error) {
    const failure = toAppError(error, (cause, reference) => log.error({ err: cause, reference }, 'a warm-up failed'));
    return { chart_id: chartId, viz_error: failure.message, viz_status: null };
  }
}
