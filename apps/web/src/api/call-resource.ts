import type { AnyInput } from '@powerset/contract';
import { api } from './api-client.ts';
import type { CallOptions } from './client.ts';
import {
  type CommonResults,
  callOf,
  type ItemOf,
  type PageOf,
  type Resource,
  type ResourceCall,
  type ResourceEndpoints,
  type ResultOfCall,
} from './resources.ts';

type Brought<T extends ResourceEndpoints, Call extends ResourceCall> = Call extends keyof CommonResults
  ? CommonResults[Call]
  : Call extends 'list'
    ? PageOf<T>
    : Call extends 'get'
      ? { readonly result: ItemOf<T> }
      : ResultOfCall<T, Call>;

/** Calls an endpoint of a resource that is known only as one of them: the same answer that its contract declares. */
export async function callResource<T extends ResourceEndpoints, Call extends ResourceCall>(
  resource: Resource<T>,
  call: Call,
  { params, ...input }: AnyInput & CallOptions = {},
): Promise<Brought<T, Call>> {
  const answer = await api.callEndpoint(callOf(resource, call), {
    ...input,
    params: { ...resource.params, ...params },
  });
  // Which endpoint it is, only the types know; those of common calls are compared where a resource is declared.
  return answer as Brought<T, Call>;
}
