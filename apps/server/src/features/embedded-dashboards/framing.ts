import type { Framing } from '../../http/index.ts';
import type { Services } from '../../services.ts';
import { isOfSite } from './sites.ts';
import { findByUuid, sitesOf } from './store.ts';

/** Charts and dashboards as `standalone` shows them: without the product around them. */
const standaloneAddress =
  /^\/(explore|superset\/(explore|slice|dashboard))\/[^?#]*\?([^#]*&)?standalone=(?:[1-3]|true)(?:[&#]|$)/;

const address = /^\/embedded\/([^/?#]+)\/?(?:[?#]|$)/;

/**
 * The page of an embedded dashboard. The site that shows it is told by the browser: by the policy none can frame it that may
 * not, and one that says who it is and may not is refused at once. What it shows only a token opens. Pages that stand alone may
 * be framed by the sites of the settings; they show what whoever is signed in in that browser may see.
 */
export function createFraming({ store, config }: Pick<Services, 'store' | 'config'>): Framing {
  return async ({ url, headers }) => {
    const uuid = address.exec(url)?.[1];
    if (uuid === undefined) {
      const isShown = config.frameSites.length > 0 && standaloneAddress.test(url);
      return isShown ? { status: 200, ancestors: ["'self'", ...config.frameSites] } : null;
    }
    const isOn = config.featureFlags.EMBEDDED_SUPERSET === true;
    const row = isOn ? await findByUuid(store, uuid) : undefined;
    if (!row) return { status: 404, ancestors: ["'none'"] };
    const sites = sitesOf(row);
    if (sites.length === 0) return { status: 200, ancestors: ['*'] };
    const { referer } = headers;
    const isRefused = referer !== undefined && !isOfSite(referer, sites) && !isOwnPage(referer, headers.host);
    return isRefused ? { status: 403, ancestors: ["'none'"] } : { status: 200, ancestors: ["'self'", ...sites] };
  };
}

/** A page of ours that leads there, or the page itself read anew. */
function isOwnPage(page: string, host: string | undefined): boolean {
  return URL.canParse(page) && new URL(page).host === host;
}
