// examples/sign-in: backends in Node, Python and Go that verify tokens with the public keys.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { after, before, test } from 'node:test';
import { goOfDebian } from './go-of-debian.ts';
import { type SignedIn, SiteWithSignIn } from './site-with-sign-in.ts';
import '../contract/node-test.ts';

const examples = resolve(import.meta.dirname, '../../examples/sign-in');

/** Programs of Debian, because python3-jwt and golang-github-golang-jwt-jwt-dev belong to them. */
const verifiers = {
  node: { program: process.execPath, args: ['node/verify.mjs'], environment: {} },
  python: { program: '/usr/bin/python3', args: ['python/verify.py'], environment: {} },
  go: {
    program: '/usr/bin/go',
    args: ['run', 'go/verify.go'],
    environment: goOfDebian,
  },
};

/** Returns one line of output for each token. */
function verify(name: keyof typeof verifiers, tokens: readonly string[]): Promise<string[]> {
  const { program, args, environment } = verifiers[name];
  return new Promise((found, failed) => {
    const child = execFile(
      program,
      [...args, site.origin],
      { cwd: examples, env: { ...process.env, ...environment } },
      (error, stdout, stderr) => {
        if (error) failed(new Error(`${name}: ${stderr || error.message}`));
        else found(stdout.trim().split('\n'));
      },
    );
    child.stdin?.end(tokens.map((token) => `${token}\n`).join(''));
  });
}

const part = (token: string, number: number): Record<string, unknown> =>
  JSON.parse(Buffer.from(token.split('.')[number] ?? '', 'base64url').toString());
const encoded = (value: unknown): string =>
  Buffer.from(JSON.stringify(value)).toString('base64url');

/** Returns the token with other claims and the old signature. */
function withClaims(token: string, claims: Record<string, unknown>): string {
  const [header, , signature] = token.split('.');
  return [header, encoded({ ...part(token, 1), ...claims }), signature].join('.');
}

/** Returns the token without a signature, with `alg: none`. */
const unsigned = (token: string): string =>
  `${encoded({ ...part(token, 0), alg: 'none' })}.${token.split('.')[1]}.`;

let site: SiteWithSignIn;
let other: SiteWithSignIn;
let anna: SignedIn;
let stranger: SignedIn;

before(async () => {
  site = await SiteWithSignIn.start();
  other = await SiteWithSignIn.start({ PRICHAL_AUTH_ISSUER: site.origin });
  anna = await site.signIn();
  stranger = await other.signIn();
});
after(async () => {
  await site?.stop();
  await other?.stop();
});

for (const name of Object.keys(verifiers) as (keyof typeof verifiers)[]) {
  test(`${name}: accepts a valid token, rejects changed, unsigned and foreign ones`, async () => {
    const said = await verify(name, [
      anna.token,
      withClaims(anna.token, { sub: 'u_somebodyelse' }),
      unsigned(anna.token),
      stranger.token,
      'nonsense',
    ]);
    assert.equal(said[0], `ok ${anna.user}`);
    for (const [i, line] of said.slice(1).entries())
      assert.match(line, /^refused: /, `token ${i + 1}`);
    assert.equal(said.length, 5);
  });

  test(`${name}: accepts tokens signed with EdDSA`, async () => {
    const edwards = await SiteWithSignIn.start({ PRICHAL_AUTH_ALGORITHM: 'EdDSA' });
    const before = site;
    try {
      site = edwards;
      const { user, token } = await edwards.signIn();
      assert.equal(part(token, 0).alg, 'EdDSA');
      assert.deepEqual(await verify(name, [token]), [`ok ${user}`]);
    } finally {
      site = before;
      await edwards.stop();
    }
  });
}
