import Type from 'typebox';
import type { Operations, Wire } from '../endpoints.ts';
import { resultOf } from './answers.ts';
import { QParameter } from './lists.ts';

/** What typed values of an advanced type mean. */
export const WireAdvancedValues = Type.Object({
  values: Type.Array(
    Type.Union([
      Type.Number(),
      Type.String(),
      Type.Object({
        start: Type.Union([Type.Number(), Type.String()]),
        end: Type.Union([Type.Number(), Type.String()]),
      }),
    ]),
  ),
  display_value: Type.String(),
  error_message: Type.String(),
  valid_filter_operators: Type.Array(Type.String()),
});
export type WireAdvancedValues = Wire<typeof WireAdvancedValues>;

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

export const advancedTypeOperations = {
  types: {
    id: 'advanced_data_type.types',
    summary: 'Names of the advanced data types',
    tag,
    access,
    answers: { 200: resultOf(Type.Array(Type.String())) },
    errors: [404],
  },
  convert: {
    id: 'advanced_data_type.convert',
    summary: 'What typed values of an advanced data type mean',
    tag,
    access,
    query: QParameter,
    answers: { 200: resultOf(WireAdvancedValues) },
    errors: [404],
  },
} as const satisfies Operations;
