import { sitePattern } from '@powerset/contract';
import { fieldError } from '../../http/index.ts';

const site = new RegExp(sitePattern);

/** Origins as they are kept: each once, in small letters, without a slash at the end. What is no origin is refused. */
export function readSites(given: readonly string[]): readonly string[] {
  const sites = given.map((text) => text.trim().replace(/\/$/, '').toLowerCase()).filter((text) => text !== '');
  const wrong = sites.find((text) => !site.test(text));
  if (wrong === undefined) return [...new Set(sites)];
  const problem = `Must be addresses like https://app.example.com or https://*.example.com, without a path; this is none: ${wrong}`;
  throw fieldError({ allowed_domains: [problem] }, 400);
}

/** Whether a page comes from one of the sites. */
export function isOfSite(page: string, sites: readonly string[]): boolean {
  if (!URL.canParse(page)) return false;
  const { origin, protocol, port, hostname } = new URL(page);
  return sites.some((text) => {
    if (!text.includes('://*.')) return URL.canParse(text) && new URL(text).origin === origin;
    const below = new URL(text.replace('://*.', '://'));
    return below.protocol === protocol && below.port === port && hostname.endsWith(`.${below.hostname}`);
  });
}
