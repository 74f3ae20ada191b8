import { type ApiClient, projectRoot, type SiblingServers, startService, startSiblingServers } from '@powerset/testkit';
import type { Drill, DrillContext, DrillOutcome, DrillRow } from './drill.ts';
import { pause } from './drill.ts';
import { countsOf, findLosses, hearEnds, Kept, makeSource, people, startLoad } from './sibling-load.ts';

/** Three processes, one after the other stopped and started again as another version, while people work. */
export const upgrade: Drill = {
  name: 'upgrade',
  title: 'Three processes brought to a newer version one after the other, under load',
  bar: 'no request fails that a proxy gives to another process, nothing that was acknowledged is lost, and pages of either version open from any process',
  run: async (context) => {
    if (!context.from)
      return { rows: [], passedOver: 'no built checkout of the version before was named (`-- upgrade --from FOLDER`)' };
    const postgresql = await startService('postgresql').catch(() => null);
    if (!postgresql)
      return { rows: [], passedOver: 'PostgreSQL is not installed (`npm run test:services` installs it)' };
    try {
      return await holdBeside(postgresql.url, context.from, context);
    } finally {
      await postgresql.stop();
    }
  },
};

async function holdBeside(postgresqlUrl: string, from: string, { say }: DrillContext): Promise<DrillOutcome> {
  const env = { POWERSET_FEATURES: 'GLOBAL_ASYNC_QUERIES' };
  const siblings = await startSiblingServers({ count: 3, postgresqlUrl, env, root: from });
  try {
    const stage = { siblings, ...(await makeSource(siblings, postgresqlUrl)), kept: new Kept() };
    const { kept } = stage;
    const pages: PageCount = { asked: 0, missed: [] };
    for (const index of [0, 1, 2]) {
      const load = startLoad(stage, index);
      await pause(3000);
      await siblings.servers[index]?.stop();
      await pause(2000);
      await siblings.restart(index, projectRoot);
      await openPages(siblings, pages);
      await pause(3000);
      await load.stop();
      await hearEnds(siblings, kept, index);
      say(`  ${index + 1} of 3 are new: ${countsOf(kept)}`);
    }
    const done = `each stopped, and started as the newer version, while ${people} people saved, deleted, asked and ran`;
    const losses = await findLosses(stage, done);
    return { rows: [...losses, toFailedRow(kept), toPagesRow(pages)] };
  } finally {
    await siblings.stop();
  }
}

interface PageCount {
  asked: number;
  readonly missed: string[];
}

/** A page of each process, and its files of each of the others, as a proxy may ask for them. */
async function openPages({ clients }: SiblingServers, pages: PageCount): Promise<void> {
  const homes = await Promise.all(clients.map(readHome));
  // All processes know of each other by then.
  await pause(1500);
  for (const names of homes)
    for (const client of clients)
      for (const name of names) {
        pages.asked += 1;
        const { status } = await client.get(name);
        if (status !== 200) pages.missed.push(`${name} ${status}`);
      }
}

async function readHome(client: ApiClient): Promise<readonly string[]> {
  const { text } = await client.get('/superset/welcome/');
  return [...new Set([...text.matchAll(/\/?assets\/[\w.-]+\.(?:js|css)/g)].map(([name]) => name.replace(/^\/?/, '/')))];
}

function toFailedRow({ failed, cut, requests }: Kept): DrillRow {
  return {
    done: 'requests meanwhile; one that is cut off or refused goes to the next process',
    seen: `${requests}, ${cut.length} cut off${cut.length === 0 ? '' : ` (${[...new Set(cut)].slice(0, 3).join('; ')})`}, ${failed.length === 0 ? 'the next try of each answered' : failed.slice(0, 2).join('; ')}`,
    isGood: failed.length === 0,
  };
}

function toPagesRow({ asked, missed }: PageCount): DrillRow {
  return {
    done: "files of each process's page, asked of all three while they were of two versions",
    seen: `${asked} asked for, ${missed.length === 0 ? 'all there' : `${missed.length} not there: ${missed.slice(0, 2).join('; ')}`}`,
    isGood: missed.length === 0 && asked > 0,
  };
}
