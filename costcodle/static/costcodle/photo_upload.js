// Shows the chosen picture before it is uploaded.
const input = document.querySelector("input[name=photo]");
const preview = document.getElementById("photo-preview");

input.addEventListener("change", () => {
  URL.revokeObjectURL(preview.src);
  const [file] = input.files;
  preview.hidden = !file;
  if (file) preview.src = URL.createObjectURL(file);
});
preview.addEventListener("error", () => {
  preview.hidden = true; // no picture, as the server will say
});
