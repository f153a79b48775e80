// Bundled by npm run build: change it in dogclub/scripts
var t=(e,o=document)=>o.querySelector(e);var n=!1;function i(){let e=document.visibilityState==="visible";n||!e||(n=!0,history.replaceState(null,"",location.pathname),t("#tapped").click())}document.addEventListener("visibilitychange",i);i();
