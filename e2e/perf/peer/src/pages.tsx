/** The four pages. They are small: separate chunks would cost more than they save. */

const BLOCKS = ['Торговый блок', 'Рекламный блок', 'Информационный блок'];

export function Home() {
  return (
    <>
      <h1 className="visually-hidden">Prichal</h1>
      {BLOCKS.map((title) => (
        <section key={title} className="card">
          <svg viewBox="0 0 96 72" width="96" height="72" aria-hidden="true">
            <path d="M6 62h84M20 62V40h12v22M44 62V28h12v34M68 62V16h12v46" />
          </svg>
          <h2>{title}</h2>
        </section>
      ))}
    </>
  );
}

export function Wheel() {
  return (
    <>
      <svg viewBox="0 0 96 96" width="160" height="160" aria-hidden="true">
        <circle cx="48" cy="48" r="30" />
        <path d="M48 8v80M8 48h80M20 20l56 56M76 20L20 76" />
      </svg>
      <h1>Крутись, колесо</h1>
    </>
  );
}

export const About = () => <h1>О нас</h1>;

export const Buy = () => <h1>Купить Prichal</h1>;
