import { randomBytes } from 'node:crypto';
import { serve } from '@hono/node-server';
import { serveStatic } from '@hono/node-server/serve-static';
import { Hono } from 'hono';
import { deleteCookie, getSignedCookie, setSignedCookie } from 'hono/cookie';
import { checkProof, type ProvenAccount } from './proof.ts';

/** Host of the `url` in the manifest. Wallets sign for this host. */
const domain = process.env.APP_DOMAIN ?? 'app.example';
const secret = process.env.APP_SECRET ?? randomBytes(32).toString('hex');
const port = Number(process.env.PORT ?? 3000);

/** In seconds. */
const CHALLENGE_LIFE = 900;
const SESSION_LIFE = 86_400;

const cookie = (maxAge: number) =>
  ({
    httpOnly: true,
    secure: true,
    sameSite: 'Lax',
    path: '/api',
    maxAge,
  }) as const;

/** Used payloads, so that each proof is valid once. Several processes must share them. */
const used = new Set<string>();

const app = new Hono();

app.post('/api/challenge', async (context) => {
  const payload = randomBytes(32).toString('hex');
  await setSignedCookie(
    context,
    'challenge',
    payload,
    secret,
    cookie(CHALLENGE_LIFE),
  );
  return context.json({ payload });
});

app.post('/api/session', async (context) => {
  const payload = await getSignedCookie(context, secret, 'challenge');
  if (!payload || used.has(payload))
    return context.json({ problem: 'Ask for a challenge' }, 401);
  try {
    const account = checkProof(await context.req.json<ProvenAccount>(), {
      payload,
      domain,
    });
    used.add(payload);
    setTimeout(() => used.delete(payload), CHALLENGE_LIFE * 1000).unref();
    const address = account.toString({ bounceable: false });
    await setSignedCookie(
      context,
      'session',
      address,
      secret,
      cookie(SESSION_LIFE),
    );
    deleteCookie(context, 'challenge', { path: '/api' });
    return context.json({ address });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return context.json({ problem: `The proof was refused: ${reason}` }, 401);
  }
});

app.get('/api/session', async (context) => {
  const address = await getSignedCookie(context, secret, 'session');
  return address
    ? context.json({ address })
    : context.json({ problem: 'Not signed in' }, 401);
});

app.delete('/api/session', (context) => {
  deleteCookie(context, 'session', { path: '/api' });
  return context.body(null, 204);
});

app.use(serveStatic({ root: './dist' }));

serve({ fetch: app.fetch, port, hostname: '127.0.0.1' }, ({ port }) => {
  process.stdout.write(`listening on http://127.0.0.1:${port}\n`);
});
