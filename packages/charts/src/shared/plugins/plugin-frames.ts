/** A frame that runs code of a plugin. */
export interface FrameTenant {
  /** Takes its frame off the page. */
  readonly leave: () => void;
  /** Puts another in its place, where it is still wanted. */
  readonly comeBack: () => unknown;
}

/**
 * Browsers run all frames without an origin in one process apart from the page's. Code that never ends stands in the way of
 * all of them, and ends only with the process, which goes when the last of its frames has gone. So they leave together.
 */
export interface FrameHouse {
  readonly enter: (tenant: FrameTenant) => () => void;
  /** Begins anew with all frames but one. */
  readonly clear: (but?: FrameTenant) => void;
}

export function createFrameHouse(later: (act: () => void) => void = (act) => void setTimeout(act)): FrameHouse {
  const tenants = new Set<FrameTenant>();
  return {
    enter: (tenant) => {
      tenants.add(tenant);
      return () => void tenants.delete(tenant);
    },
    clear: (but) => {
      const all = [...tenants];
      for (const tenant of all) tenant.leave();
      later(() => {
        for (const tenant of all) if (tenant !== but && tenants.has(tenant)) tenant.comeBack();
      });
    },
  };
}

/** The house of the page. */
export const frameHouse = createFrameHouse();
