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

/** Returns a path as one word of a shell. Double quotes also work on Windows, but keep `$` special. */
function quote(path) {
  if (/^[\p{L}\p{N}\\/.:@_-]+$/u.test(path)) return path;
  return /["$`!]/.test(path) ? `'${path.replaceAll("'", "'\\''")}'` : `"${path}"`;
}

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
    // Empty if a script has passed an unset variable.
    folder: positionals[0] || 'my-app',
    backend: backend ?? 'none',
    bridge: values.bridge ?? false,
  };
  if (values.yes || !process.stdin.isTTY) {
    checkFolder(given.folder);
    return given;
  }
  const lines = createInterface({ input: process.stdin, output: process.stdout });
  // Ctrl-C and Ctrl-D close the questions, and leave the cursor behind one.
  const cancel = () => {
    process.stdout.write('\n');
    process.exit(1);
  };
  lines.once('close', cancel);
  try {
    const folder =
      positionals[0] || (await lines.question(texts.askFolder(given.folder))) || given.folder;
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
    const steps = [...(target ? [`cd ${quote(target)}`] : []), `${run} install`, `${run} run dev`];
    process.stdout.write(texts.done(folder, steps));
  }
} catch (error) {
  const { kind, value } = error.syscall ? { kind: 'system', value: error } : error;
  if (!kind) throw error;
  process.stderr.write(`create-prichal: ${texts.errors[kind](value)}\n`);
  process.exitCode = 2;
}
