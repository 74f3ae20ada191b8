import Type from 'typebox';
import type { Wire } from '../endpoints.ts';

/** Severity as the wire writes it. */
export const ErrorLevel = Type.Union([Type.Literal('info'), Type.Literal('warning'), Type.Literal('error')]);
export type ErrorLevel = Wire<typeof ErrorLevel>;

/** One error on the wire. */
export const WireError = Type.Object({
  message: Type.String(),
  error_type: Type.String(),
  level: ErrorLevel,
  extra: Type.Object(
    { issue_codes: Type.Optional(Type.Array(Type.Object({ code: Type.Number(), message: Type.String() }))) },
    { additionalProperties: true },
  ),
});

type ReadError = Wire<typeof WireError>;

/** What stands in `extra` besides what is declared is told to clients as it is. */
export type WireError = Omit<ReadError, 'extra'> & {
  readonly extra: ReadError['extra'] & Readonly<Record<string, unknown>>;
};

export const WireErrorBody = Type.Object({
  errors: Type.Array(WireError),
  /** The first error's text, for clients that read only this; an object names the fields that were wrong. */
  message: Type.Optional(Type.Union([Type.String(), Type.Record(Type.String(), Type.Array(Type.String()))])),
  /** Once more where nobody is signed in, under the name that clients of the reference read then. */
  msg: Type.Optional(Type.String()),
});

export type WireErrorBody = Omit<Wire<typeof WireErrorBody>, 'errors'> & { readonly errors: readonly WireError[] };
