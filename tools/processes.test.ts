import { spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, projectRoot } from '@powerset/testkit';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { npmEnvironment } from './install.mjs';
import { runCommand } from './run-command.mjs';
import { ensureChromium, findChromium, findWay } from './system-packages.mjs';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'powerset-processes-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** A process that nobody has waited for yet counts as gone. */
const isAlive = (pid: number): boolean => {
  const state = existsSync(`/proc/${pid}/stat`) ? readFileSync(`/proc/${pid}/stat`, 'utf8').split(' ')[2] : 'Z';
  return state !== 'Z';
};

describe('npm start', () => {
  async function startByNpm() {
    const port = await freePort();
    const npm = spawn('npm', ['start'], {
      cwd: projectRoot,
      env: {
        ...process.env,
        POWERSET_PORT: String(port),
        POWERSET_DATA: join(folder, 'data'),
        POWERSET_EXAMPLES: 'false',
        npm_config_update_notifier: 'false',
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let text = '';
    npm.stdout.on('data', (chunk: Buffer) => {
      text += chunk.toString('utf8');
    });
    const isUp = async () => (await fetch(`http://127.0.0.1:${port}/health`).catch(() => null))?.status === 200;
    await vi.waitFor(async () => expect(await isUp()).toBe(true), { timeout: 100_000, interval: 50 });
    const ended = new Promise<number | null>((resolve) => npm.once('exit', (code) => resolve(code)));
    return { npm, isUp, ended, said: () => text };
  }

  it('ends the server when it is told to end, and not before the server has', async () => {
    const { npm, isUp, ended, said } = await startByNpm();
    npm.kill('SIGTERM');
    expect(await ended).toBe(0);
    expect(await isUp()).toBe(false);
    expect(said()).toMatch(/Powerset is ready\. Open http:\S+\/set-up\?token=\S+ .*\n(.*\n)*Powerset is stopping\./);
  }, 120_000);

  it('leaves no server behind when npm is killed outright', async () => {
    const { npm, isUp } = await startByNpm();
    const server = Number(readFileSync(join(folder, 'data/server.pid'), 'utf8'));
    expect(isAlive(server)).toBe(true);
    npm.kill('SIGKILL');
    // It refuses callers first and writes what it keeps after that: gone is its process, not its answers.
    await vi.waitFor(() => expect(isAlive(server)).toBe(false), { timeout: 20_000, interval: 100 });
    expect(await isUp()).toBe(false);
  }, 120_000);
});

describe('a build', () => {
  it('ends every process that it started, so that npm start goes on with the server alone', async () => {
    mkdirSync(join(folder, 'apps/server/src'), { recursive: true });
    writeFileSync(join(folder, 'apps/server/src/main.ts'), 'export const answer: number = 42;\n');
    const script = `
      import { readFileSync } from 'node:fs';
      const { build } = await import(${JSON.stringify(join(projectRoot, 'tools/build.mjs'))});
      await build(${JSON.stringify(folder)}, { only: 'server', say: () => undefined });
      await new Promise((resolve) => setTimeout(resolve, 300));
      console.log('children:' + readFileSync('/proc/self/task/' + process.pid + '/children', 'utf8').trim() + '.');`;
    const run = await runCommand(process.execPath, ['--input-type=module', '-e', script], { isQuiet: true });
    expect(existsSync(join(folder, 'apps/server/dist/server.cjs'))).toBe(true);
    expect(run.output).toContain('children:.');
  });

  it('keeps what the compiler made of the server, which this Node takes; what it does not take is compiled anew', async () => {
    const dist = join(projectRoot, 'apps/server/dist');
    const script = `
      import { readFileSync } from 'node:fs';
      import { Script } from 'node:vm';
      const file = ${JSON.stringify(join(dist, 'server.cjs'))};
      const cachedData = readFileSync(file + '.cache');
      console.log('refused:' + new Script(readFileSync(file, 'latin1'), { cachedData }).cachedDataRejected);
      const { main } = await import(${JSON.stringify(join(dist, 'main.js'))});
      await main(['--help'], {});
      process.exit();`;
    const run = (flags: readonly string[]) =>
      runCommand(process.execPath, [...flags, '--input-type=module', '-e', script], { isQuiet: true });
    expect((await run([])).output).toMatch(/^refused:false\n[\s\S]*--port/);
    expect((await run(['--no-lazy-feedback-allocation'])).output).toMatch(/^refused:true\n[\s\S]*--port/);
  });
});

describe('a command of the tools', () => {
  it('that hangs is killed with everything it started, and the reason is said', async () => {
    const pidFile = join(folder, 'pid');
    const script = `sleep 600 & echo $! > ${pidFile}; wait`;
    const done = await runCommand('/bin/sh', ['-c', script], { isQuiet: true, limitMs: 1500 });
    expect(done.code).toBe(137);
    expect(done.end).toMatch(/did not end within .* and was killed/);
    const pid = Number(readFileSync(pidFile, 'utf8'));
    await vi.waitFor(() => expect(isAlive(pid)).toBe(false));
  });

  it('that is killed from outside or cannot be started says so', async () => {
    const killed = await runCommand('/bin/sh', ['-c', 'kill -9 $$'], { isQuiet: true });
    expect([killed.code, killed.end]).toEqual([137, expect.stringContaining('out of memory')]);
    const missing = await runCommand(join(folder, 'nothing'), [], { isQuiet: true });
    expect([missing.code, missing.end]).toEqual([127, expect.stringContaining('could not be started')]);
    expect((await runCommand('/bin/sh', ['-c', 'exit 3'], { isQuiet: true, limitMs: 5000 })).end).toBeNull();
  });
});

describe('Chromium', () => {
  const program = (path: string): string => {
    mkdirSync(join(folder, path, '..'), { recursive: true });
    writeFileSync(join(folder, path), '');
    chmodSync(join(folder, path), 0o755);
    return join(folder, path);
  };

  it('is found by the setting, in the path, or in the usual folders', () => {
    const inPath = program('path/google-chrome-stable');
    const usual = program('usual/chromium');
    const env = { PATH: join(folder, 'path') };
    expect(findChromium({ ...env, POWERSET_CHROMIUM: usual }, [])).toBe(usual);
    expect(findChromium({ ...env, POWERSET_CHROMIUM: join(folder, 'none') }, [])).toBeNull();
    expect(findChromium(env, [])).toBe(inPath);
    expect(findChromium({}, [join(folder, 'usual')])).toBe(usual);
    expect(findChromium({}, [])).toBeNull();
  });

  it('is installed when missing, and when that cannot be, one sentence says why and what to do', async () => {
    const lines: string[] = [];
    const say = (line: string) => lines.push(line);
    let place: string | null = null;
    const asked: string[][] = [];
    const install = async (names: string[]) => {
      asked.push(names);
      place = '/found';
      return null;
    };
    expect(await ensureChromium(say, { find: () => place, install })).toBe('/found');
    expect([asked, lines]).toEqual([[['chromium']], ['Installing Chromium for the browser tests ...']]);
    const refused = { find: () => null, install: async () => 'only root may install packages, and there is no sudo' };
    await expect(ensureChromium(say, refused)).rejects.toThrow(
      /only root may install packages.*apt-get install chromium, as root.*POWERSET_CHROMIUM/,
    );
  });

  it('and other packages are installed as root, through sudo, or not at all', () => {
    const has = (...paths: string[]) => ({ exists: (path: string) => paths.includes(path) });
    expect(findWay({ uid: 0, ...has('/usr/bin/apt-get') })).toEqual({ prefix: [] });
    expect(findWay({ uid: 7, ...has('/usr/bin/apt-get', '/usr/bin/sudo') })).toEqual({ prefix: ['sudo', '-n', '-E'] });
    expect(findWay({ uid: 7, ...has('/usr/bin/apt-get') }).problem).toMatch(/only root/);
    expect(findWay({ uid: 0, ...has() }).problem).toMatch(/no apt-get/);
  });
});

describe("npm's cache", () => {
  it('moves to a temporary folder where home cannot be written', () => {
    const home = { HOME: folder };
    expect(npmEnvironment(home)).toBe(home);
    expect(existsSync(join(folder, '.npm'))).toBe(true);
    writeFileSync(join(folder, 'file'), '');
    expect(npmEnvironment({ HOME: join(folder, 'file') })).toMatchObject({
      npm_config_cache: expect.stringContaining(tmpdir()),
    });
  });
});
