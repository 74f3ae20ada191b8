/** Of machines that vanish or cannot be reached. */
const handed = {
  test: 'apps/server/src/processes/forwarding.test.ts',
  file: 'apps/server/src/processes/forwarding.ts',
};
const ears = { test: 'apps/server/src/metadata/server-ears.test.ts', file: 'apps/server/src/metadata/server-ears.ts' };

const clock = { test: 'apps/server/src/metadata/store-clock.test.ts', file: 'apps/server/src/metadata/store-clock.ts' };
const schedules = {
  test: 'apps/server/src/features/schedules/schedules.test.ts',
  file: 'apps/server/src/features/schedules/store.ts',
};

export const hostFeatures = [
  {
    ...handed,
    title: 'ends where its process is alive by all that is known',
    what: 'silence is never counted',
    find: 'silences = isThere ? 0 : silences + 1;',
    put: '',
  },
  {
    ...handed,
    title: 'waits as long as it takes where its process is there',
    what: 'a process that answers is taken for silent',
    find: 'isThere ? 0 : silences + 1',
    put: 'silences + 1',
  },
  {
    ...handed,
    file: 'apps/server/src/processes/peer-health.ts',
    title: 'is not sent where another one just waited in vain',
    what: 'whom one request found silent the next does not ask first',
    find: 'if (!isThere) silentAt.set(address, performance.now());',
    put: '',
  },
  {
    ...ears,
    title: 'take a line that they cut themselves for no answer of the server',
    what: 'every failure is taken for an answer',
    find: 'else if (isAnswer(error))',
    put: 'else',
  },
  {
    ...ears,
    title: 'take a refusal for an answer',
    what: 'only a server that lets them in is there again',
    find: 'else if (isAnswer(error)) note(false);',
    put: '',
  },
  {
    test: 'apps/server/src/features/chart-data/kept-jobs.test.ts',
    file: 'apps/server/src/features/chart-data/async-job-rows.ts',
    title: 'are told of once where their process was only cut off',
    what: 'whoever ends a job need not have it',
    find: 'if (!own) return;',
    put: '',
  },
  {
    ...clock,
    title: 'is the server’s, whatever the machine’s clock says',
    what: 'the server’s time is not kept',
    find: 'heard = next;',
    put: 'heard = null;',
  },
  {
    ...clock,
    title: 'is not moved by answers that took long',
    what: 'every answer counts alike',
    find: 'if (isOff || next.errorMs < (heard?.errorMs ?? 0)) heard',
    put: 'heard',
  },
  {
    ...clock,
    title: 'is the better one of two answers',
    what: 'a quicker answer says nothing new',
    find: 'isOff || next.errorMs < (heard?.errorMs ?? 0)',
    put: 'isOff',
  },
  {
    ...clock,
    title: 'calls no machine’s clock wrong by an answer that took long',
    what: 'a slow answer calls a clock wrong',
    find: 'worthTellingMs + errorMs',
    put: 'worthTellingMs',
  },
  {
    ...ears,
    title: 'tell what the server’s clock says',
    what: 'the server’s clock is asked and not heard',
    find: 'if (reading) onTime(reading);\n      return true;',
    put: 'return true;',
  },
  {
    ...clock,
    title: 'says once that the machine’s clock is wrong',
    what: 'it is said each time',
    find: 'isApart = isFar;',
    put: '',
  },
  {
    ...schedules,
    title: 'is told once, by the process that has it',
    what: 'whoever ends a run need not have it',
    find: "update.where('client_id', '=', begunAs)",
    put: 'update',
  },
  {
    ...schedules,
    title: 'is told once, by the process that has it',
    what: 'the end of an earlier run says how the schedule is',
    find: 'if (later) return;',
    put: '',
  },
];
