import type { ReactNode } from 'react';
import { AdvertisingDrawing } from '../drawings/advertising';
import { InformationDrawing } from '../drawings/information';
import { TradingDrawing } from '../drawings/trading';
import { useConfig } from '../shell/config-context';
import { t } from '../words';

function Block({ title, drawing }: { readonly title: string; readonly drawing: ReactNode }) {
  return (
    <section className="block">
      {drawing}
      <h2 className="title">{title}</h2>
    </section>
  );
}

/** Home page: three placeholder blocks. They are drawings without cards, as nothing is pressable. */
export default function Home() {
  const { product } = useConfig();
  return (
    <div className="page page-home">
      <h1 className="visually-hidden" tabIndex={-1}>
        {product.name}
      </h1>
      <Block title={t('Торговый блок')} drawing={<TradingDrawing />} />
      <Block title={t('Рекламный блок')} drawing={<AdvertisingDrawing />} />
      <Block title={t('Информационный блок')} drawing={<InformationDrawing />} />
    </div>
  );
}
