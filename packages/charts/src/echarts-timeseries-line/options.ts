import type { DrawContext } from '@powerset/chart-kit';
import type { SeriesModel } from '../shared/series-model.ts';
import { toSeriesOptions } from '../shared/series-options.ts';

export const toOptions = (model: SeriesModel, context: DrawContext) => toSeriesOptions(model, context, 'line');
