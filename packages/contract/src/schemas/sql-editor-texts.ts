import Type, { type Static } from 'typebox';
import type { Wire } from '../endpoints.ts';
import { parameterKinds, previewStates } from '../words.ts';
import { anyObject } from './any-object.ts';
import { nullable, optional } from './fields.ts';
import { WireTable } from './result-tables.ts';

/** Powerset's own: results of the caller that the text reads as tables, `FROM result('name')`, by the names it gives them. */
export const NamedResults = optional(
  Type.Array(
    Type.Object(
      { name: Type.String({ minLength: 1, maxLength: 256 }), key: Type.String({ minLength: 1, maxLength: 80 }) },
      { additionalProperties: false },
    ),
    { maxItems: 100 },
  ),
);

export const EstimateBody = Type.Object(
  {
    database_id: Type.Integer(),
    sql: Type.String({ maxLength: 1_000_000 }),
    catalog: optional(Type.String({ maxLength: 256 })),
    schema: optional(Type.String({ maxLength: 256 })),
    template_params: optional(Type.Union([anyObject, Type.String({ maxLength: 1_000_000 })])),
    results: NamedResults,
  },
  { additionalProperties: false },
);

export const ExplainBody = Type.Object(
  {
    database_id: Type.Integer(),
    sql: Type.String({ maxLength: 1_000_000 }),
    catalog: optional(Type.String({ maxLength: 256 })),
    schema: optional(Type.String({ maxLength: 256 })),
    template_params: optional(Type.Union([anyObject, Type.String({ maxLength: 1_000_000 })])),
    /** Runs the statement and measures its steps; its rows are dropped. */
    analyze: optional(Type.Boolean()),
    results: NamedResults,
  },
  { additionalProperties: false },
);
export type ExplainBody = Static<typeof ExplainBody>;

/** The plan of a statement: its steps, each after the one that takes its rows. */
export const WirePlan = Type.Object({
  /** Whether the statement was run. */
  analyzed: Type.Boolean(),
  steps: Type.Array(
    Type.Object({
      depth: Type.Number(),
      name: Type.String(),
      details: Type.Array(Type.Object({ label: Type.String(), text: Type.String() })),
      estimated_rows: nullable(Type.Number()),
      /** Of a statement that was run. */
      rows: nullable(Type.Number()),
      /** Spent in the step itself. */
      ms: nullable(Type.Number()),
    }),
  ),
});
export type WirePlan = Wire<typeof WirePlan>;

export const TextPreviewBody = Type.Object(
  {
    database_id: Type.Integer(),
    sql: Type.String({ maxLength: 50_000 }),
    catalog: optional(Type.String({ maxLength: 256 })),
    schema: optional(Type.String({ maxLength: 256 })),
    template_params: optional(Type.Union([anyObject, Type.String({ maxLength: 1_000_000 })])),
    results: NamedResults,
  },
  { additionalProperties: false },
);
export type TextPreviewBody = Static<typeof TextPreviewBody>;

/** The first rows of a text that is being written. */
export const WireTextPreview = Type.Object({
  state: Type.Enum(previewStates),

  /** The first columns of the first rows, long values cut; null without rows. */
  table: nullable(WireTable),

  /** Of the whole answer. */
  columnCount: Type.Number(),

  /** There are more rows than these. */
  hasMore: Type.Boolean(),
  engineMs: nullable(Type.Number()),

  /** Why there are no rows. */
  message: nullable(Type.String()),
});
export type WireTextPreview = Wire<typeof WireTextPreview>;

export const TemplateBody = Type.Object(
  {
    database_id: Type.Integer(),
    sql: Type.String({ maxLength: 1_000_000 }),
    template_params: optional(Type.Union([anyObject, Type.String({ maxLength: 1_000_000 })])),
  },
  { additionalProperties: false },
);
export type TemplateBody = Static<typeof TemplateBody>;

/** What a templated text asks for, and how it reads with what it was given. */
export const WireTemplate = Type.Object({
  parameters: Type.Array(
    Type.Object({
      name: Type.String(),
      /** What it most likely holds, by how the text uses it. */
      kind: Type.Enum(parameterKinds),
      /** The text says what it does without it. */
      is_optional: Type.Boolean(),
    }),
  ),

  /** The text as it would run; null while something is missing or wrong. */
  rendered: nullable(Type.String()),

  /** Parameters without a value. */
  missing: Type.Array(Type.String()),
  problem: nullable(Type.String()),
});
export type WireTemplate = Wire<typeof WireTemplate>;

export const FormatBody = Type.Object(
  {
    sql: Type.String({ maxLength: 1_000_000 }),
    engine: optional(Type.String({ maxLength: 250 })),
    /** The database whose dialect the text is in. */
    database_id: optional(Type.Integer()),
    /** With them the text's templates are filled before. */
    template_params: optional(Type.Union([anyObject, Type.String({ maxLength: 1_000_000 })])),
  },
  { additionalProperties: false },
);
export type FormatBody = Static<typeof FormatBody>;
