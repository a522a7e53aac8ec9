import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { describePages } from './vite/describe-pages.mjs';

/** Addresses of the Prichal server and of the API during development. */
const prichal = process.env.PRICHAL_URL ?? 'http://127.0.0.1:8080';
const api = process.env.API_URL ?? 'http://127.0.0.1:3000';

export default defineConfig({
  plugins: [
    react(),
    // Writes dist/index.html.json, from which the Prichal server computes the page's policy.
    describePages(),
  ],
  server: { proxy: { '/auth': prichal, '/.well-known/jwks.json': prichal, '/api': api } },
  // The tests need no servers.
  preview: { proxy: {} },
});
