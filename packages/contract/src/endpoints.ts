import type { Static, TSchema } from 'typebox';

export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'DELETE';

/**
 * Who may call an endpoint. `public` asks nothing, `session` any signed-in user, a pair the permission `verb` on `view`
 * (the reference's names, for example `can_read` on `Chart`). Rules on the object itself are the service's.
 */
export type EndpointAccess = 'public' | 'session' | { readonly verb: string; readonly view: string };

/** An answer that is no JSON: a file, a page, a stream, or nothing at all. */
export interface RawAnswer {
  /** Null for an answer without a body. */
  readonly mediaType: string | null;
  readonly description: string;
  /** What one line of a stream holds. */
  readonly item?: TSchema;
  /** What its server-sent events hold, by their names; those without one stand under ''. */
  readonly events?: Readonly<Record<string, TSchema>>;
}

/** What an endpoint reads and answers, and for whom. Only the server takes it, with its schemas; the web takes its type. */
export interface Operation {
  /** `resource.action`, unique; also the operation id of the OpenAPI document. */
  readonly id: string;
  readonly summary: string;
  readonly tag: string;
  readonly access: EndpointAccess;
  /** Guests of an embedded dashboard may call it, whatever their role holds; without it none may. */
  readonly isForGuests?: true;
  /** A page of another site sends it by design: whose it is, what it brings must show. */
  readonly isFromOtherSites?: true;
  /** Changes nothing although it is not a GET, or nothing but the caller's own traces: API keys for reading may call it. */
  readonly isForReading?: true;
  /** Programs are answered; a browser that opens the address is given the application's page, as at any other. */
  readonly isPageToo?: true;
  /** Never called with an API key: it would outlive the key. */
  readonly needsPerson?: true;
  readonly params?: TSchema;
  readonly query?: TSchema;
  readonly body?: TSchema;
  /** By status: successes, and failures that do not answer with the catalogue's errors. */
  readonly answers: Readonly<Record<number, TSchema | RawAnswer>>;
  /** Other forms of the plain success that a call may ask for: files, streams. */
  readonly otherForms?: readonly RawAnswer[];
  /** The handler writes the declared JSON itself, as rows are written in portions; types cannot see into it. */
  readonly isWritten?: boolean;
  /** Statuses of failures of the catalogue besides those that follow from access, path and body. */
  readonly errors?: readonly number[];
  /** The body is not JSON; `form` also takes JSON, `xml` is a text. */
  readonly bodyKind?: 'json' | 'multipart' | 'form' | 'xml';
  /** What JSON may say in the place of a multipart form; its handler reads it. */
  readonly jsonBody?: TSchema;
  /** Texts of the body are compared with data, so they may hold any sign; otherwise NUL is refused, which no store keeps. */
  readonly takesAnyText?: boolean;
  /** What the reference keeps and this product does not, by path: whoever sends a value is told instead of losing it. */
  readonly refusedFields?: readonly string[];
  /** The status of a body that its schema does not take, where the reference does not answer 400. */
  readonly misreadStatus?: 422;
  /** Kept for old clients; left out of the OpenAPI document's main list. */
  readonly isLegacy?: boolean;
}

export type Operations = Readonly<Record<string, Operation>>;

/** Where an endpoint is called: all of it that is more than a type in the web. */
export interface Endpoint<O extends Operation = Operation> {
  readonly method: HttpMethod;
  /** Path in the router's form, for example `/api/v1/chart/:id`. */
  readonly path: string;
  /** Set when the call changes nothing although it is not a GET, or comes from a form outside the application. */
  readonly isCsrfExempt?: boolean;
  /** Never there: it ties the address to what is read and answered. */
  readonly operation?: O;
}

/** The addresses of a resource's operations, one for each of them. */
export type EndpointsOf<T extends Operations> = { readonly [Name in keyof T]: Endpoint<T[Name]> };

/** An endpoint with all that the server knows of it. */
export type DescribedEndpoint = Operation & Omit<Endpoint, 'operation'>;

type DeepReadonly<T> = T extends object ? { readonly [Key in keyof T]: DeepReadonly<T[Key]> } : T;

/** What a schema's values are on the wire. Nobody changes what was read or is about to be answered. */
export type Wire<S extends TSchema> = DeepReadonly<Static<S>>;

/** Statuses of success that are in use; a plain answer has the first one that its operation declares. */
type SuccessStatus = 200 | 201 | 202 | 204 | 302 | 303;

export type SuccessOf<O extends Operation> = Extract<keyof O['answers'], SuccessStatus>;

/** The status of what a handler answers without naming one. */
export type PlainStatusOf<O extends Operation> = 200 extends keyof O['answers']
  ? 200
  : 201 extends keyof O['answers']
    ? 201
    : SuccessOf<O>;

/** What is answered with a status: of JSON its values, of anything else nothing that types could tell. */
export type AnswerOf<O extends Operation, Status extends keyof O['answers']> = O['answers'][Status] extends TSchema
  ? Wire<O['answers'][Status]>
  : never;

/** What a call brings when it succeeds. */
export type ResultOf<O extends Operation> = Operation extends O
  ? unknown
  : { [Status in SuccessOf<O>]: AnswerOf<O, Status> }[SuccessOf<O>];

type FormsOf<O extends Operation> =
  | O['answers'][keyof O['answers']]
  | (O extends { readonly otherForms: readonly (infer Form)[] } ? Form : never);

type LineIn<Form> = Form extends { readonly item: infer S extends TSchema } ? Wire<S> : never;

/** What one line of an endpoint's stream holds. */
export type LineOf<O extends Operation> = LineIn<FormsOf<O>>;

type EventIn<Form> = Form extends { readonly events: infer Events extends Readonly<Record<string, TSchema>> }
  ? { readonly [Name in keyof Events]: { readonly name: Name; readonly data: Wire<Events[Name]> } }[keyof Events]
  : never;

/** What one server-sent event of an endpoint holds, with its name. */
export type EventOf<O extends Operation> = EventIn<FormsOf<O>>;

/** The operation that an endpoint stands for. */
export type OperationOf<E extends Endpoint> = NonNullable<E['operation']>;

type SchemaOf<O extends Operation, Part extends 'params' | 'query' | 'body' | 'jsonBody'> =
  O extends Readonly<Record<Part, infer S extends TSchema>> ? S : never;

/** A form is taken as it is; types cannot tell what it holds. */
type FormOf<O extends Operation> = O extends { readonly bodyKind: 'multipart' }
  ? FormData
  : O extends { readonly bodyKind: 'form' }
    ? URLSearchParams
    : never;

/** Parameters of a path as a caller gives them. */
export type ParamsOf<O extends Operation> = { readonly [Name in keyof Static<SchemaOf<O, 'params'>>]: string | number };

/** Parameters of the address as a caller gives them: `q` may be an object, which travels as Rison. */
export type QueryOf<O extends Operation> = {
  readonly [Name in keyof Static<SchemaOf<O, 'query'>>]:
    | Wire<SchemaOf<O, 'query'>>[Name]
    | (Name extends 'q' ? object : never);
};

export type BodyOf<O extends Operation> = Wire<SchemaOf<O, 'body'> | SchemaOf<O, 'jsonBody'>> | FormOf<O>;

type Given<Name extends string, Value> =
  Record<never, never> extends Value ? { readonly [Key in Name]?: Value } : { readonly [Key in Name]: Value };

/** A part of a call: there, or not to be given. A form that no schema describes may be left out. */
type Part<O extends Operation, Name extends 'params' | 'query' | 'body', Value> = [SchemaOf<O, Name>] extends [never]
  ? { readonly [Key in Name]?: [Value] extends [never] ? undefined : Name extends 'body' ? Value : undefined }
  : Given<Name, Value>;

/** What a call of an endpoint takes; of an endpoint that is known only while the program runs, anything. */
export type InputOf<O extends Operation> = Operation extends O
  ? AnyInput
  : Part<O, 'params', ParamsOf<O>> & Part<O, 'query', QueryOf<O>> & Part<O, 'body', BodyOf<O>>;

/** What any endpoint takes. */
export interface AnyInput {
  readonly params?: Readonly<Record<string, string | number>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
}
