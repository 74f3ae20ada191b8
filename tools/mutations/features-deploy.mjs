/** Of what starts the server: the first set-up, data that lie with another process, and the files of deploy. */
const files = { test: 'apps/server/src/deploy-files.test.ts' };

export const deployFeatures = [
  {
    file: 'apps/server/src/features/security/set-up.ts',
    test: 'apps/server/src/features/security/security.test.ts',
    title: 'takes the token that another process of the installation told',
    what: 'each process has a token of its own',
    find: 'null : secrets.setUpToken',
    put: 'null : secrets.setUpToken + Math.random()',
  },
  {
    file: 'apps/server/src/start-checks.ts',
    test: 'apps/server/src/start-checks.test.ts',
    title: 'the file of datasets is asked for where one process serves, and of several by none',
    what: 'each of several processes asks for the file of one',
    find: 'if (peerUrl !== null) return;',
    put: '',
  },
  {
    ...files,
    file: 'deploy/kubernetes-workers.yaml',
    title: 'starts pods with settings that the server takes, probes that it answers and disks that are there',
    what: 'pods that answer people have a role that the server does not know',
    find: 'value: web',
    put: 'value: pages',
  },
  {
    ...files,
    file: 'deploy/Containerfile',
    title: 'is built from the archive alone, and starts what the archive calls its command',
    what: 'the command of the image leads nowhere',
    find: 'powerset/tools/start.mjs',
    put: 'powerset/start.mjs',
  },
];
