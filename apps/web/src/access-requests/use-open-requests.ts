import type { AccessObjectType } from '@powerset/contract';
import { useEffect, useState } from 'react';
import { type ListRequest, resources, useList } from '../api/index.ts';

/** The object that requests are for; without one all that the person may answer. */
export interface RequestedObject {
  readonly type: AccessObjectType;
  readonly id: number;
}

export function toRequest(object: RequestedObject | null, pageSize: number): ListRequest {
  const filters = object
    ? [
        { col: 'object_type', opr: 'eq', value: object.type },
        { col: 'object_id', opr: 'eq', value: object.id },
      ]
    : [];
  return { filters, pageSize };
}

/** What the page is for comes first. */
const patienceMs = 1500;

/** How many people ask to be let see the object, for those who may answer; asked once the page is drawn. */
export function useOpenRequests(object: RequestedObject | null, mayAnswer: boolean): number {
  const [isDue, setIsDue] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsDue(true), patienceMs);
    return () => clearTimeout(timer);
  }, []);
  const isEnabled = isDue && mayAnswer && object !== null;
  const { count } = useList(resources.accessRequests, toRequest(object, 1), { isEnabled, showsFailure: true });
  return isEnabled ? count : 0;
}
