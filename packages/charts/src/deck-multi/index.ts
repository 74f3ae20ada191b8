/**
 * MAP OF LAYERS. Several saved deck.gl charts over each other on one map.
 * In: the answers of the charts that were chosen, each with its form. Out: a map picture of the layers that their own types draw.
 */
import { defineChart } from '@powerset/chart-kit';
import { facts } from './facts.ts';
import { form } from './form.ts';
import { isEmpty, toModel, typesOf, undrawnOf } from './layers.ts';
import { toOptions } from './options.ts';
import { toQueries } from './query.ts';

export const chart = defineChart({ ...facts, form, toQueries, toModel, toOptions, typesOf, isEmpty, undrawnOf });
