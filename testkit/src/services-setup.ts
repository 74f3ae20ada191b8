import { environmentName, type Service, serviceNames, startService } from './services.ts';

/** Vitest's global set-up of `npm run test:services`: starts what is installed, passes the addresses on, stops all. */
export async function setup(): Promise<() => Promise<void>> {
  const started: Service[] = [];
  for (const name of serviceNames) {
    const service = await startService(name);
    if (service) started.push(service);
    if (service) process.env[environmentName(name)] = service.url;
  }
  return async () => {
    await Promise.all(started.map((service) => service.stop()));
  };
}
