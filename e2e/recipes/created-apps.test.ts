// The backends of create-prichal: APIs in Node, Go and Python that greet the user of an access token.
import assert from 'node:assert/strict';
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { after, before, test } from 'node:test';
import { holdPort } from '../fixtures/held-port.ts';
import { goOfDebian } from './go-of-debian.ts';
import { SiteWithSignIn } from './site-with-sign-in.ts';
import '../contract/node-test.ts';

const root = resolve(import.meta.dirname, '../..');

/** Programs of Debian, except Node. The app finds `jose` in the repository. */
const programs = {
  node: { program: process.execPath, args: ['api/api.mjs'] },
  go: { program: '/usr/bin/go', args: ['run', 'api/main.go'] },
  python: { program: '/usr/bin/python3', args: ['api/api.py'] },
};

let site: SiteWithSignIn;
let place: string;

before(async () => {
  execFileSync('npm', ['run', '--silent', 'build', '--workspace', 'create'], { cwd: root });
  mkdirSync(join(root, 'build'), { recursive: true });
  place = mkdtempSync(join(root, 'build/created-'));
  site = await SiteWithSignIn.start();
});
after(async () => {
  await site?.stop();
  rmSync(place, { recursive: true, force: true });
});

/** Starts the API of a new app and waits for its first line of output. */
async function startApi(backend: keyof typeof programs): Promise<[url: string, ChildProcess]> {
  const folder = join(place, backend);
  const main = join(root, 'create/dist/main.mjs');
  execFileSync(process.execPath, [main, folder, '--backend', backend, '--yes'], { stdio: 'pipe' });
  const { program, args } = programs[backend];
  const child = spawn(program, args, {
    cwd: folder,
    env: { ...process.env, ...goOfDebian, ISSUER: site.origin, PORT: String(await holdPort()) },
    stdio: ['ignore', 'pipe', 'inherit'],
    // `go run` starts the API as a child.
    detached: true,
  });
  const [line] = await once(createInterface({ input: child.stdout }), 'line');
  const [, url = ''] = /^the API listens at (http:\S+)$/.exec(String(line)) ?? [];
  return [url, child];
}

for (const backend of Object.keys(programs) as (keyof typeof programs)[]) {
  test(`create-prichal: the ${backend} backend greets the user and rejects other requests`, async () => {
    const { user, token } = await site.signIn();
    const [url, child] = await startApi(backend);
    try {
      const ask = async (headers: Record<string, string>) => {
        const answer = await fetch(`${url}/api/hello`, { headers });
        return [answer.status, (await answer.text()).trim()];
      };
      // Go listens shortly after it has printed the line.
      while (!(await fetch(url).catch(() => null))) await new Promise((r) => setTimeout(r, 20));
      for (const scheme of ['Bearer', 'DPoP'])
        assert.deepEqual(await ask({ authorization: `${scheme} ${token}` }), [
          200,
          `Hello, ${user}`,
        ]);
      const [header, claims = '', signature] = token.split('.');
      const changed = {
        ...JSON.parse(Buffer.from(claims, 'base64url').toString()),
        sub: 'u_other',
      };
      const other = Buffer.from(JSON.stringify(changed)).toString('base64url');
      for (const wrong of ['nonsense', `${header}.${other}.${signature}`])
        assert.equal((await ask({ authorization: `Bearer ${wrong}` }))[0], 401, wrong);
      const answer = await fetch(`${url}/api/hello`);
      assert.deepEqual([answer.status, answer.headers.get('www-authenticate')], [401, 'Bearer']);
    } finally {
      const exited = once(child, 'exit');
      if (child.pid) process.kill(-child.pid, 'SIGKILL');
      await exited;
    }
  });
}
