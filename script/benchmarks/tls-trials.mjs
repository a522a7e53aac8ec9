// Trials of TLS: handshakes and files compared with nginx with the same certificate, version, group
// and cipher, and the memory of an idle stream.
import * as subjects from './subjects.mjs';
import { filesTrial, load } from './trials.mjs';

export const TLS_TRIALS = {
  'tls-handshakes': 'TLS 1.3 handshakes beside nginx, full ones and by ticket',
  'tls-files': 'a small file and one of 60 kB over TLS beside nginx, the same bytes',
  'tls-idle': 'memory and processor time of 10,000 idle streams over TLS',
};

async function onFresh(makeSubject, trial) {
  const running = await (await makeSubject()).start();
  try {
    return await trial(running);
  } finally {
    await running.stop();
  }
}

/**
 * Returns every trial of TLS, in the order of a round.
 * @param {{ folder: string, quick: boolean, cores: { server: number } }} context
 * @param {{ ours(variables: Record<string, string>): Promise<object>, fileNear(bytes: number):
 * Promise<{ path: string, packed: string, headers: [string, string][] }> }} make
 * @returns {Promise<{ trial: string, subject: string, run: () => Promise<object>, timed: boolean
 * }[]>}
 */
export async function tlsSteps(context, { ours, fileNear }) {
  const tls = subjects.makeCertificate(context.folder);
  const { folder, cores, quick } = context;
  const prichal = () =>
    ours({ PRICHAL_SERVER_TLS_CERTIFICATE: tls.certificate, PRICHAL_SERVER_TLS_KEY: tls.key });
  const steps = [];
  const both = (trial, files, run) => {
    const nginx = () => subjects.nginx({ core: cores.server, folder, files, tls });
    for (const [subject, makeSubject] of [
      ['memory', prichal],
      ['nginx', nginx],
    ])
      steps.push({ trial, subject, run: () => run(makeSubject), timed: true });
  };
  for (const [kind, flags] of [
    ['full', []],
    ['resumed', ['--resumed']],
  ]) {
    both(`tls-handshakes, ${kind}`, [], (makeSubject) =>
      onFresh(makeSubject, ({ url, pid }) =>
        load(context, [
          ...['tls-handshakes', ...flags, `--seconds=${quick ? 1 : 6}`],
          ...[`--url=${url}`, `--pid=${pid}`],
        ]),
      ),
    );
  }
  for (const [size, bytes] of [
    ['small', 1000],
    ['60 kB', 60_000],
  ]) {
    const file = await fileNear(bytes);
    both(`tls-files, ${size}`, [file], (makeSubject) =>
      filesTrial(context, makeSubject, file.path, 'https'),
    );
  }
  const idle = ({ url, pid }) =>
    load(context, [
      ...['tls-idle', `--streams=${quick ? 500 : 10_000}`, `--seconds=${quick ? 1 : 12}`],
      ...[`--url=${url}/bridge`, `--pid=${pid}`],
    ]);
  steps.push({
    trial: 'tls-idle',
    subject: 'memory',
    run: () => onFresh(prichal, idle),
    timed: false,
  });
  return steps;
}
