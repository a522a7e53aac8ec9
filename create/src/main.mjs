#!/usr/bin/env node
import { basename, relative, resolve } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { parseArgs } from 'node:util';
import { BACKENDS, checkFolder, createApp, nameFor, StartError } from './create.mjs';
import { TEXTS } from './texts.mjs';

const locale = process.env.LC_ALL || process.env.LC_MESSAGES || process.env.LANG || '';
const texts = locale.startsWith('ru') ? TEXTS.ru : TEXTS.en;

/** Returns the package manager that started this program: `npm`, `pnpm`, `yarn` or `bun`. */
const manager = () => /^(\w+)\//.exec(process.env.npm_config_user_agent ?? '')?.[1] ?? 'npm';

function readArguments() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        backend: { type: 'string' },
        bridge: { type: 'boolean' },
        yes: { type: 'boolean', short: 'y' },
        help: { type: 'boolean', short: 'h' },
      },
    });
  } catch (error) {
    const option = /'(-[^' ]+)/.exec(error.message)?.[1] ?? process.argv.slice(2).join(' ');
    throw new StartError('option', option);
  }
}

/** Asks for the values that no argument has. Without a terminal or with --yes, takes the defaults. */
async function ask({ values, positionals }) {
  if (positionals.length > 1) throw new StartError('folders', positionals[1]);
  const { backend } = values;
  if (backend !== undefined && backend !== 'none' && !BACKENDS.includes(backend))
    throw new StartError('backend', backend);
  const given = {
    folder: positionals[0] ?? 'my-app',
    backend: backend ?? 'none',
    bridge: values.bridge ?? false,
  };
  if (values.yes || !process.stdin.isTTY) {
    checkFolder(given.folder);
    return given;
  }
  const lines = createInterface({ input: process.stdin, output: process.stdout });
  // Ctrl-C and Ctrl-D close the questions.
  const cancel = () => process.exit(1);
  lines.once('close', cancel);
  try {
    const folder =
      positionals[0] ?? ((await lines.question(texts.askFolder(given.folder))) || given.folder);
    checkFolder(folder);
    let chosen = backend;
    while (chosen === undefined) {
      const answer = (await lines.question(texts.askBackend)).trim().toLowerCase() || 'none';
      if (answer === 'none' || BACKENDS.includes(answer)) chosen = answer;
    }
    const bridge =
      values.bridge ?? /^(y|yes|д|да)$/i.test((await lines.question(texts.askBridge)).trim());
    return { folder, backend: chosen, bridge };
  } finally {
    lines.off('close', cancel);
    lines.close();
  }
}

try {
  const read = readArguments();
  if (read.values.help) {
    process.stdout.write(texts.help);
  } else {
    const choice = await ask(read);
    const folder = resolve(choice.folder);
    createApp({ ...choice, folder, name: nameFor(basename(folder)) });
    const run = manager();
    const target = relative(process.cwd(), folder);
    const quoted = /\s/.test(target) ? `"${target}"` : target;
    const steps = [...(target ? [`cd ${quoted}`] : []), `${run} install`, `${run} run dev`];
    process.stdout.write(texts.done(folder, steps));
  }
} catch (error) {
  if (!(error instanceof StartError)) throw error;
  process.stderr.write(`create-prichal: ${texts.errors[error.kind](error.value)}\n`);
  process.exitCode = 2;
}
