import type { TSchema } from 'typebox';

export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'DELETE';

/**
 * Who may call an endpoint. `public` asks nothing, `session` any signed-in user, a pair the permission `verb` on `view`
 * (the reference's names, for example `can_read` on `Chart`). Rules on the object itself are the service's.
 */
export type EndpointAccess = 'public' | 'session' | { readonly verb: string; readonly view: string };

export interface Endpoint {
  /** `resource.action`, unique; also the operation id of the OpenAPI document. */
  readonly id: string;
  readonly method: HttpMethod;
  /** Path in the router's form, for example `/api/v1/chart/:id`. */
  readonly path: string;
  readonly summary: string;
  readonly tag: string;
  readonly access: EndpointAccess;
  readonly params?: TSchema;
  readonly query?: TSchema;
  readonly body?: TSchema;
  readonly response?: TSchema;
  /** Status of success; 200 unless said. */
  readonly status?: number;
  /** Set when the call changes nothing although it is not a GET, or comes from a form outside the application. */
  readonly isCsrfExempt?: boolean;
  /** The body is not JSON; `form` also takes JSON. */
  readonly bodyKind?: 'json' | 'multipart' | 'form';
  /** Texts of the body are compared with data, so they may hold any sign; otherwise NUL is refused, which no store keeps. */
  readonly takesAnyText?: boolean;
  /** Kept for old clients; left out of the OpenAPI document's main list. */
  readonly isLegacy?: boolean;
}

/** Declares an endpoint once, for the server's route, the client's call, the access matrix and the OpenAPI document. */
export function defineEndpoint<const E extends Endpoint>(endpoint: E): E {
  return endpoint;
}
