import type { TestProject } from 'vitest/node';
import {
  environmentName,
  largeServiceNames,
  type Service,
  type ServiceName,
  serviceNames,
  startService,
} from './services.ts';

/**
 * Vitest's global set-up of `npm run test:services`: starts what is installed, passes the addresses on, stops all. A project that is
 * called as large services are starts those, and only where one of its tests is to be run.
 */
export async function setup({ name }: TestProject): Promise<() => Promise<void>> {
  const large = largeServiceNames.filter((service) => name.split('+').includes(service));
  const started: Service[] = [];
  for (const service of (large.length > 0 ? large : serviceNames).filter(isWanted)) {
    const running = await startOrTell(service);
    if (!running) continue;
    started.push(running);
    process.env[environmentName(service)] = running.url;
  }
  return async () => {
    await Promise.all(started.map((service) => service.stop()));
  };
}

/** What `npm run test:services` was told to leave out is not started, though it may be installed; nor is what runs already. */
function isWanted(name: ServiceName): boolean {
  const { POWERSET_TEST_PROGRAMS: programs } = process.env;
  if (process.env[`${name.toUpperCase()}_URL`]) return false;
  const isLarge = (largeServiceNames as readonly string[]).includes(name);
  return !isLarge || programs === undefined || programs.split(',').includes(name);
}

/** A service that is missing or does not start is passed over in words; the others are tested all the same. */
async function startOrTell(name: ServiceName): Promise<Service | null> {
  const say = (text: string) => process.stdout.write(`${name}: ${text}\n`);
  try {
    const service = await startService(name);
    say(service ? `running at ${new URL(service.url).host}` : 'not installed; its tests are passed over');
    return service;
  } catch (error) {
    say(`does not start, its tests are passed over: ${ends((error as Error).message)}`);
    return null;
  }
}

/** What it is about, and what a server said last: there it says why. */
function ends(message: string): string {
  const [first = ''] = message.split('\n', 1);
  return message.length <= 2000 ? message : `${first}\n...${message.slice(-2000)}`;
}
