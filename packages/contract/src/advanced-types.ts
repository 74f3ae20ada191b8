import Type from 'typebox';
import { defineEndpoint } from './endpoints.ts';
import { QParameter } from './lists.ts';

/** What typed values of an advanced type mean. */
export interface WireAdvancedValues {
  readonly values: readonly (number | string | { readonly start: number | string; readonly end: number | string })[];
  readonly display_value: string;
  readonly error_message: string;
  readonly valid_filter_operators: readonly string[];
}

/** The question of `convert`, as `q` carries it. */
export const AdvancedValuesQuestion = Type.Object({
  type: Type.String({ minLength: 1 }),
  values: Type.Array(Type.Union([Type.String(), Type.Number(), Type.Boolean(), Type.Null()]), {
    minItems: 1,
    maxItems: 1000,
  }),
});

const tag = 'Advanced data types';
const access = { verb: 'can_read', view: 'AdvancedDataType' } as const;

export const advancedTypeEndpoints = {
  types: defineEndpoint({
    id: 'advanced_data_type.types',
    method: 'GET',
    path: '/api/v1/advanced_data_type/types',
    summary: 'Names of the advanced data types',
    tag,
    access,
  }),
  convert: defineEndpoint({
    id: 'advanced_data_type.convert',
    method: 'GET',
    path: '/api/v1/advanced_data_type/convert',
    summary: 'What typed values of an advanced data type mean',
    tag,
    access,
    query: QParameter,
  }),
} as const;
