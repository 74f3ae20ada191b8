import { environmentName, type Service, type ServiceName, serviceNames, startService } from './services.ts';

/** Vitest's global set-up of `npm run test:services`: starts what is installed, passes the addresses on, stops all. */
export async function setup(): Promise<() => Promise<void>> {
  const started: Service[] = [];
  for (const name of serviceNames) {
    const service = await startOrTell(name);
    if (!service) continue;
    started.push(service);
    process.env[environmentName(name)] = service.url;
  }
  return async () => {
    await Promise.all(started.map((service) => service.stop()));
  };
}

/** A service that is missing or does not start is passed over in words; the others are tested all the same. */
async function startOrTell(name: ServiceName): Promise<Service | null> {
  const say = (text: string) => process.stdout.write(`${name}: ${text}\n`);
  try {
    const service = await startService(name);
    say(service ? `running at ${new URL(service.url).host}` : 'not installed; its tests are passed over');
    return service;
  } catch (error) {
    say(`does not start, its tests are passed over: ${(error as Error).message.slice(0, 2000)}`);
    return null;
  }
}
