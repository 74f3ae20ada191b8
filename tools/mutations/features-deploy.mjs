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
  {
    ...files,
    file: 'deploy/kubernetes.yaml',
    title: 'lets no service write settings into a pod, and gives none the right to ask the cluster',
    what: 'the service called powerset gives its pods a POWERSET_PORT',
    find: 'enableServiceLinks: false',
    put: 'enableServiceLinks: true',
  },
  {
    ...files,
    file: 'deploy/kubernetes-workers.yaml',
    title:
      'gives a busy pod the time to say that it lives, and one that is told to end the time to be sent nothing more',
    what: 'a pod is told to end while the service still sends people there',
    find: "command: [sleep, '5']",
    put: "command: [sleep, '0']",
  },
  {
    file: 'apps/server/src/features/system/routes.ts',
    test: 'apps/server/src/features/system/system.test.ts',
    title: 'answers OK while its metadata are away, and says that it is not ready',
    what: 'whether a process lives is asked of its metadata',
    find: "({ reply }) => reply.type('text/plain').send('OK')",
    put: "async ({ reply }) => (await isStoreAnswering(services)) && reply.type('text/plain').send('OK')",
  },
];
