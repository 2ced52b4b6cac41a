import './page.css';

export const metadata = { title: 'voxreel', icons: '/icon.svg' };
export const dynamic = 'force-dynamic'; // the nonce differs in each answer

export default function Layout({ children }) {
  return (
    <html lang="en">
      <body>{children}</body>
    </html>
  );
}
