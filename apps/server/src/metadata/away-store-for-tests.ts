import { StoreAway } from './store-away.ts';
import type { Store } from './tables.ts';

/** A store that is away for whoever asks it so while `isAway` says so. */
export function openAwayStore(store: Store, isAway: (asked: string | symbol) => boolean): Store {
  return new Proxy(store, {
    get: (target, name) => {
      if (isAway(name)) throw new StoreAway('away');
      const member = Reflect.get(target, name, target);
      return typeof member === 'function' ? member.bind(target) : member;
    },
  });
}
