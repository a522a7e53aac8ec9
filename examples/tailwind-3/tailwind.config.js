/** @type {import('tailwindcss').Config} */
export default { content: ['./index.html', './src/**/*.tsx'] };
