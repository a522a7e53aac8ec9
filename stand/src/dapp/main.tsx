import '../style/layers.css';
