import './prichal/index.js';
import { devWallet, manifestUrl } from './place.js';

const make = (place) => {
  const button = document.createElement('prichal-connect-button');
  button.setAttribute('manifest-url', manifestUrl);
  button.setAttribute('theme', 'dark');
  document.querySelector(place).append(button);
  return button;
};
const button = make('header');
make('footer');

button.ui.uiOptions = { walletsListConfiguration: { includeWallets: [devWallet] } };
button.ui.onStatusChange((wallet) => {
  document.getElementById('status').textContent = wallet ? wallet.device.appName : 'nobody';
});
