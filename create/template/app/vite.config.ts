import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { describePages } from './vite/describe-pages.mjs';

export default defineConfig({
  plugins: [
    react(),
    // Writes dist/index.html.json, from which the Prichal server computes the page's policy.
    describePages(),
  ],
});
